import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginMethod } from '#core/accounts/session.ts'
import { parseUserAgent } from '#core/accounts/user-agent.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { createClientSignal } from '../http/client-signal.ts'
import { chooseDevice, readDevice } from '../http/cookies.ts'
import { isFromBrowser } from '../http/request-origin.ts'
import type { SessionTokens } from '../http/session.ts'
import type { LoginPlace } from '../platform/rate-limits/network-slowdowns.ts'
import { checkPassword, type LoginCaller } from './check-password.ts'
import { rememberPlaces } from './known-places.ts'
import { isStillCurrent } from './one-time-password.ts'
import { hasKnownPlaces } from './place-queries.ts'
import { type Account, lockAccount, markSecondFactorAsked } from './queries.ts'
import { createPendingLogin } from './second-factor/pending-login.ts'
import {
  createSession,
  endOneTimeSessions,
  endSession,
  type LoginOrigin,
} from './sessions/queries.ts'

type LogInInput = {
  readonly email: string
  readonly password: string
  readonly role: 'admin' | 'student'
  readonly origin: LoginOrigin
  /** Token of the session that this login replaces. */
  readonly oldToken: string | undefined
  /** "This is my own device": the browser keeps the session when it is closed. */
  readonly ownDevice?: boolean | undefined
  readonly caller?: LoginCaller
}
type LogInResult = { readonly tokens: SessionTokens; readonly firstTimeSignin: boolean }
/** The password was right; the second step needs this token. */
export type PendingLogin = { readonly pendingToken: string; readonly accountId: string }

export async function logIn(
  deps: Deps,
  { email, password, role, origin, oldToken, ownDevice = false, caller }: LogInInput,
): Promise<LogInResult | PendingLogin | Refusal<'wrong-login' | 'too-many' | 'account-disabled'>> {
  const { db, now, mail } = deps
  const checked = await checkPassword(deps, { email, password, role, origin, caller })
  if (isRefusal(checked)) {
    const { refused } = checked
    return { ...checked, refused: refused === 'wrong-password' ? 'wrong-login' : refused }
  }

  const { account, match, place } = checked
  const isOneTime = match.kind === 'one-time'
  caller?.signal?.throwIfAborted()
  const result = await db.write(async (tx) => {
    const current = await lockAccount(tx, account.id)
    if (!current || !isStillCurrent(current, match)) return null

    if (current.isDisabled) return refuse('account-disabled')
    if (current.hasSecondFactor) {
      const pendingToken = await createPendingLogin(tx, current, match, now())
      return { pendingToken, accountId: account.id }
    }
    const method = isOneTime ? 'one-time-password' : 'password'
    const login = { method, place, origin, oldToken, isOwnDevice: ownDevice } as const
    const tokens = await completeLogin(tx, deps, current, login)
    return { tokens, firstTimeSignin: isOneTime || current.mustChangePassword }
  })
  if (!result) return refuse('wrong-login')
  if (isRefusal(result)) return result
  mail.wake()
  return result
}

type CompleteLoginInput = {
  readonly method: LoginMethod
  readonly origin: LoginOrigin
  /** Earlier logins from the same origin. */
  readonly place: LoginPlace
  /** Token of the session that this login replaces. */
  readonly oldToken: string | undefined
  readonly isOwnDevice: boolean
}

/** The last step of every login. May queue emails: wake the mailer afterwards. */
export async function completeLogin(
  tx: Db,
  deps: Deps,
  account: Account,
  { method, origin, place, oldToken, isOwnDevice }: CompleteLoginInput,
): Promise<SessionTokens> {
  const at = deps.now()
  const { id, email, name, role } = account
  const { address } = origin
  if (oldToken) await endSession(tx, oldToken, { reason: 'replaced', at })
  if (method === 'one-time-password') {
    await endOneTimeSessions(tx, id, { reason: 'replaced', at })
  }
  if (role === 'admin' && deps.secondFactor.requirement === 'require') {
    await markSecondFactorAsked(tx, id, at)
  }
  // The very first login is always from a new place and needs no notice.
  const isNewPlace = place.kind === 'unknown' && (await hasKnownPlaces(tx, id))
  if (isNewPlace && role === 'admin') {
    const notification = { to: { name, address: email }, accountId: id, at }
    const where = { device: origin.device.name, address }
    await deps.mail.queue(tx, [{ kind: 'new-place', ...notification, ...where }], at)
  }
  await rememberPlaces(tx, deps, id, origin, at)
  await audit(tx, deps, { actor: { id, email, address }, action: 'session.started' }, at)
  return createSession(tx, { accountId: id, method, origin, isOwnDevice, isNewPlace }, at)
}

export function readLoginOrigin(request: FastifyRequest, deps: Deps): LoginOrigin {
  return {
    address: request.ip,
    device: parseUserAgent(request.headers['user-agent']),
    deviceId: chooseDevice(request, deps),
    isBrowser: isFromBrowser(request),
  }
}

/** The caller of a login, as the login queue tells callers apart. */
export function readLoginCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
): LoginCaller {
  return { device: readDevice(request, deps), signal: createClientSignal(reply) }
}
