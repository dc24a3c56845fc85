import { type Refusal, refuse, refuseTooMany } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { toNetwork } from '../platform/network-address.ts'
import type { LoginPlace } from '../platform/rate-limits/network-slowdowns.ts'
import { listExamNetworks } from './exam-networks.ts'
import { findPlace } from './known-places.ts'
import { matchOneTimePassword, matchPassword, type PasswordMatch } from './one-time-password.ts'
import { type Account, findAccountByEmail } from './queries.ts'
import type { LoginOrigin } from './sessions/queries.ts'

type CheckPasswordInput = {
  readonly email: string
  readonly password: string
  /** The login page that was used; any account if omitted. */
  readonly role?: 'admin' | 'student'
  readonly origin: Pick<LoginOrigin, 'address' | 'deviceId'>
  /** By which the browser asks for its place in the queue. */
  readonly ticket?: string | undefined
}

type CheckedPassword = {
  readonly account: Account
  readonly match: PasswordMatch
  readonly place: LoginPlace
}

/**
 * Compares a password behind the limits on guessing, and counts what came out. Whether there is
 * such an account shows neither in the answer nor in its time or its limits.
 */
export async function checkPassword(
  deps: Deps,
  { email, password, role, origin, ticket }: CheckPasswordInput,
): Promise<CheckedPassword | Refusal<'wrong-password' | 'too-many'>> {
  const { db, now, limits } = deps
  const place = await findPlace(deps, email, origin)
  const found = await findAccountByEmail(db.read, email)
  const account = role === undefined || found?.role === role ? found : undefined

  // Its 59 random bits cannot be guessed, so its holder is never throttled.
  const oneTime = matchOneTimePassword(deps, account, password, now())
  if (account && oneTime) return { account, match: oneTime, place }

  const { address } = origin
  const subject = found?.id ?? unknownSubject
  // Perhaps back from a crash, with a clock that runs. Whose it is would show in the place.
  const isAhead = place.kind === 'device' || (await listExamNetworks(deps)).has(toNetwork(address))
  const admitted = await limits.admitLogin({ email, address, place, subject, at: now() })
  if ('retryAfterSeconds' in admitted) return refuseTooMany(admitted.retryAfterSeconds)
  const priority = admitted.isSuspect ? 'suspect' : isAhead ? 'ahead' : 'login'
  try {
    const job = { priority, network: toNetwork(address), ticket } as const
    const match = await matchPassword(deps, account, password, { at: now(), job })
    if (!account || !match) {
      await admitted.settle('wrong')
      return refuse('wrong-password')
    }
    await admitted.settle('right')
    return { account, match, place }
  } catch (error) {
    await admitted.settle('unanswered')
    throw error
  }
}

/** All unknown addresses share one row. */
const unknownSubject = '?'
