import type { FastifyRequest } from 'fastify'
import type { AuditDetail, securityActions } from '#contract/audit-log.ts'
import type { RefusalCode } from '#contract/errors.ts'
import { maxEmailLength, normalizeEmail } from '#core/accounts/email.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { SecurityWatch } from '../http/error-handler.ts'
import type { Actor } from '../http/session.ts'
import { toNetwork } from '../platform/network-address.ts'
import { type AuditEvent, audit } from './audit.ts'

type SecurityAction = (typeof securityActions)[number]

type WatchDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'log' | 'hmac'> & {
  /** Reads the accounts, which another room keeps. */
  readonly findAccountByEmail: (
    db: Db,
    email: string,
  ) => Promise<{ readonly id: string } | undefined>
}

const windowMs = 60_000
/** However many call from however many places: some 40 KB of log a minute. */
const maxEntries = 30
const maxOfOneNetwork = 10
const maxListed = 20

const actionOf: Readonly<Partial<Record<RefusalCode, SecurityAction>>> = {
  'wrong-login': 'login.failed',
  'wrong-student-login': 'login.failed',
  'wrong-password': 'login.failed',
  'wrong-own-password': 'login.failed',
  'account-disabled': 'login.failed',
  'wrong-role': 'call.denied',
  'cross-site': 'call.cross-site',
  'too-many': 'call.limited',
}

type SecurityEvent = Pick<AuditEvent, 'actor' | 'action' | 'subject' | 'values'> & {
  readonly detail: AuditDetail
}
/** An entry of this minute, and how many like it came after. */
type CountedEvent = { pending: Promise<SecurityEvent>; more: number }

/**
 * Failed logins, refused roles, floods and forged calls for the audit log. The first of a kind from
 * an address is written, those after it in the same minute are counted and written as one.
 */
export function createSecurityWatch(deps: WatchDeps): SecurityWatch {
  let startedAt = deps.now()
  let countedEvents = new Map<string, CountedEvent>()
  let entriesByNetwork = new Map<string, number>()
  let overflow = new Map<string, { action: SecurityAction; address: string; more: number }>()
  let writing = Promise.resolve()

  function write(pending: SecurityEvent | Promise<SecurityEvent>) {
    writing = writing.then(async () => {
      try {
        const event = await pending
        await deps.db.write((tx) => audit(tx, deps, event, deps.now()))
      } catch (err) {
        deps.log.warn({ err }, 'a security event was not written')
      }
    })
  }

  function endWindow(at: number) {
    for (const { pending, more } of countedEvents.values()) {
      if (more > 0)
        write(pending.then((event) => ({ ...event, detail: { ...event.detail, more } })))
    }
    for (const { action, address, more } of overflow.values()) {
      write({ action, actor: createVisitor(address), detail: { more } })
    }
    startedAt = at
    countedEvents = new Map()
    entriesByNetwork = new Map()
    overflow = new Map()
  }

  const timer = setInterval(() => endWindow(deps.now()), windowMs).unref()

  return {
    recordRefusal(request, code) {
      const action = toAction(request, code)
      if (!action) return
      const at = deps.now()
      if (at - startedAt >= windowMs) endWindow(at)

      const network = toNetwork(request.ip)
      const caller = request.session?.user.id ?? readEmail(request) ?? ''
      const key = `${action} ${network} ${caller}`
      const known = countedEvents.get(key)
      if (known) {
        known.more += 1
        return
      }
      const entries = entriesByNetwork.get(network) ?? 0
      if (countedEvents.size < maxEntries && entries < maxOfOneNetwork) {
        entriesByNetwork.set(network, entries + 1)
        const pending = toSecurityEvent(deps, request, action)
        countedEvents.set(key, { pending, more: 0 })
        write(pending)
        return
      }
      const isListed = overflow.has(`${action} ${network}`) || overflow.size < maxListed
      const place = isListed ? `${action} ${network}` : action
      const { more } = overflow.get(place) ?? { more: 0 }
      overflow.set(place, { action, address: isListed ? request.ip : '', more: more + 1 })
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
  const isLogin = action === 'call.limited' && readEmail(request) !== null
  return isLogin ? 'login.refused' : action
}

function createVisitor(address: string): Actor {
  return { id: null, email: 'visitor', address }
}

/** Which account was meant is found out later, and only for what is written. */
async function toSecurityEvent(
  deps: WatchDeps,
  request: FastifyRequest,
  action: SecurityAction,
): Promise<SecurityEvent> {
  const { ip, method, routeOptions, session } = request
  const email = readEmail(request)
  const user = session?.user
  const actor = user ? { id: user.id, email: user.email, address: ip } : createVisitor(ip)
  const detail = { call: `${method}${routeOptions.url ?? ''}`.replaceAll('/', '.').slice(0, 64) }
  if (!action.startsWith('login.') || email === null) return { actor, action, detail }
  const account = await deps.findAccountByEmail(deps.db.read, email)
  return {
    actor,
    action,
    detail,
    ...(account ? { subject: account.id } : { values: { typed: deps.hmac('typed-email', email) } }),
  }
}

function readEmail({ body, routeOptions }: FastifyRequest): string | null {
  if (!routeOptions.url?.startsWith('/api/auth/')) return null
  if (typeof body !== 'object' || body === null || !('email' in body)) return null
  return typeof body.email === 'string' ? normalizeEmail(body.email).slice(0, maxEmailLength) : null
}
