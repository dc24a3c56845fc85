import type { FastifyRequest } from 'fastify'
import type { AuditDetail, securityActions } from '#contract/audit-log.ts'
import type { RefusalCode } from '#contract/errors.ts'
import { type Actor, type AuditEvent, audit } from './audit.ts'
import { accountByEmail } from './auth/store.ts'
import type { Deps } from './deps.ts'
import { toNetwork } from './network-address.ts'

type SecurityAction = (typeof securityActions)[number]

export type SecurityWatch = {
  /** Never fails and never waits: what an admin needs is written beside the answer. */
  refused(request: FastifyRequest, code: RefusalCode): void
  /** What was counted is written. */
  close(): Promise<void>
}

const windowMs = 60_000
/** However many call from however many places: some 40 KB of log a minute. */
const mostEntries = 30
const mostOfOneNetwork = 10
const mostTold = 20

const actionOf: Readonly<Partial<Record<RefusalCode, SecurityAction>>> = {
  'wrong-login': 'login.failed',
  'wrong-student-login': 'login.failed',
  'wrong-password': 'login.failed',
  'wrong-role': 'call.denied',
  'cross-site': 'call.cross-site',
  'too-many': 'call.limited',
}

type Told = Pick<AuditEvent, 'actor' | 'action' | 'subject' | 'values'> & {
  readonly detail: AuditDetail
}
/** An entry of this minute, and how many like it came after. */
type Counted = { told: Promise<Told>; more: number }

/**
 * Failed logins, refused roles, floods and forged calls for the audit log. The first of a kind from
 * an address is written, those after it in the same minute are counted and written as one.
 */
export function openSecurityWatch(deps: Deps): SecurityWatch {
  let startedAt = deps.now()
  let counted = new Map<string, Counted>()
  let ofNetwork = new Map<string, number>()
  let overflow = new Map<string, { action: SecurityAction; address: string; more: number }>()
  let writing = Promise.resolve()

  function write(told: Told | Promise<Told>) {
    writing = writing.then(async () => {
      try {
        const event = await told
        await deps.db.write((tx) => audit(tx, deps, event, deps.now()))
      } catch (err) {
        deps.log.warn({ err }, 'a security event was not written')
      }
    })
  }

  function endWindow(at: number) {
    for (const { told, more } of counted.values()) {
      if (more > 0) write(told.then((event) => ({ ...event, detail: { ...event.detail, more } })))
    }
    for (const { action, address, more } of overflow.values()) {
      write({ action, actor: visitorAt(address), detail: { more } })
    }
    startedAt = at
    counted = new Map()
    ofNetwork = new Map()
    overflow = new Map()
  }

  const timer = setInterval(() => endWindow(deps.now()), windowMs).unref()

  return {
    refused(request, code) {
      const action = toAction(request, code)
      if (!action) return
      const at = deps.now()
      if (at - startedAt >= windowMs) endWindow(at)

      const network = toNetwork(request.ip)
      const who = request.session?.user.id ?? emailIn(request) ?? ''
      const key = `${action} ${network} ${who}`
      const known = counted.get(key)
      if (known) {
        known.more += 1
        return
      }
      const entries = ofNetwork.get(network) ?? 0
      if (counted.size < mostEntries && entries < mostOfOneNetwork) {
        ofNetwork.set(network, entries + 1)
        const told = describe(deps, request, action)
        counted.set(key, { told, more: 0 })
        write(told)
        return
      }
      const isTold = overflow.has(`${action} ${network}`) || overflow.size < mostTold
      const place = isTold ? `${action} ${network}` : action
      const { more } = overflow.get(place) ?? { more: 0 }
      overflow.set(place, { action, address: isTold ? request.ip : '', more: more + 1 })
    },
    async close() {
      clearInterval(timer)
      endWindow(deps.now())
      await writing
    },
  }
}

function toAction(request: FastifyRequest, code: RefusalCode): SecurityAction | undefined {
  const action = actionOf[code]
  const isLogin = action === 'call.limited' && emailIn(request) !== null
  return isLogin ? 'login.refused' : action
}

function visitorAt(address: string): Actor {
  return { id: null, email: 'visitor', address }
}

/** Which account was meant is found out later, and only for what is written. */
async function describe(
  deps: Deps,
  request: FastifyRequest,
  action: SecurityAction,
): Promise<Told> {
  const { ip, method, routeOptions, session } = request
  const email = emailIn(request)
  const user = session?.user
  const actor = user ? { id: user.id, email: user.email, address: ip } : visitorAt(ip)
  const detail = { call: `${method}${routeOptions.url ?? ''}`.replaceAll('/', '.').slice(0, 64) }
  if (!action.startsWith('login.') || email === null) return { actor, action, detail }
  const account = await accountByEmail(deps.db.read, email)
  return {
    actor,
    action,
    detail,
    ...(account ? { subject: account.id } : { values: { typed: deps.hmac('typed-email', email) } }),
  }
}

function emailIn({ body, routeOptions }: FastifyRequest): string | null {
  if (!routeOptions.url?.startsWith('/api/auth/')) return null
  if (typeof body !== 'object' || body === null || !('email' in body)) return null
  return typeof body.email === 'string' ? body.email.trim().toLowerCase().slice(0, 254) : null
}
