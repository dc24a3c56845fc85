import type { LoginMethod } from '#core/accounts/session.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { SessionTokens } from '../http/session.ts'
import type { LoginPlace } from '../platform/rate-limits/network-slowdowns.ts'
import { rememberPlaces } from './known-places.ts'
import { hasKnownPlaces } from './place-queries.ts'
import { type Account, markSecondFactorAsked } from './queries.ts'
import {
  createSession,
  endOneTimeSessions,
  endSession,
  type LoginOrigin,
} from './sessions/queries.ts'

type CompleteLoginInput = {
  readonly method: LoginMethod
  readonly origin: LoginOrigin
  /** Where it came from, as it was before this login made it known. */
  readonly place: LoginPlace
  /** Of the session that this one takes the place of. */
  readonly oldToken: string | undefined
  readonly isOwnDevice: boolean
}

/** What every login ends with, whatever it took. Emails may be queued: wake the mail afterwards. */
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
  // The first login of all is from a new place, too, and surprises nobody.
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
