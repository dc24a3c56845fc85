import { hasOneTimePasswordFormat } from '#core/accounts/password.ts'
import { type Refusal, refuse, refuseTooMany } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { HashJobOptions, HashReservation } from '../platform/hash-queue/hash-queue.ts'
import { toNetwork } from '../platform/network-address.ts'
import type { LoginPlace } from '../platform/rate-limits/network-slowdowns.ts'
import { listExamNetworks, wasExamNetwork } from './exam-networks.ts'
import { findLogin } from './known-places.ts'
import { matchOneTimePassword, matchPassword, type PasswordMatch } from './one-time-password.ts'
import type { Account } from './queries.ts'
import type { LoginOrigin } from './sessions/queries.ts'

/** The caller who waits for the answer. */
export type LoginCaller = {
  /** Names the caller when the page asks for its place in the queue. */
  readonly ticket?: string | undefined
  /** Aborted when the connection is closed. */
  readonly signal?: AbortSignal
  /** Id in a cookie that this server signed at an earlier login, of any account. */
  readonly device?: string | null
}

type CheckPasswordInput = {
  readonly email: string
  readonly password: string
  /** The login page that was used; any account if omitted. */
  readonly role?: 'admin' | 'student'
  readonly origin: Pick<LoginOrigin, 'address' | 'deviceId'>
  readonly caller?: LoginCaller | undefined
}

type CheckedPassword = {
  readonly account: Account
  readonly match: PasswordMatch
  readonly place: LoginPlace
}

type CheckPasswordResult = Promise<CheckedPassword | Refusal<'wrong-password' | 'too-many'>>

/**
 * Compares a password behind the limits on guessing, and counts what came out. Whether there is
 * such an account shows neither in the answer nor in its time or its limits.
 * @throws OverloadedError, before any statement, when too many wait.
 */
export async function checkPassword(deps: Deps, input: CheckPasswordInput): CheckPasswordResult {
  // A one-time password waits for nobody, and no other looks like one.
  if (hasOneTimePasswordFormat(input.password)) return checkReserved(deps, input, null)
  const reservation = reserve(deps, input)
  try {
    return await checkReserved(deps, input, reservation)
  } finally {
    reservation.release()
  }
}

/** Whether the account knows the device is read later: until then it counts as if it did. */
function reserve(deps: Deps, { email, origin, caller = {} }: CheckPasswordInput): HashReservation {
  const { ticket, signal, device = null } = caller
  const network = toNetwork(origin.address)
  const isAhead = device !== null || wasExamNetwork(deps, network)
  return deps.passwords.reserve({
    priority: isAhead ? 'ahead' : 'login',
    network,
    ticket,
    signal,
    account: `${email} ${device ?? ''}`,
  })
}

async function checkReserved(
  deps: Deps,
  { email, password, role, origin, caller }: CheckPasswordInput,
  reservation: HashReservation | null,
): CheckPasswordResult {
  const { now, limits } = deps
  const { account: found, place } = await findLogin(deps, email, origin)
  const account = role === undefined || found?.role === role ? found : undefined

  // Its 59 random bits cannot be guessed, so its holder is never throttled.
  const oneTime = matchOneTimePassword(deps, account, password, now())
  if (account && oneTime) return { account, match: oneTime, place }

  const { address } = origin
  const network = toNetwork(address)
  const subject = found?.id ?? unknownSubject
  // Perhaps back from a crash, with a clock that runs. Whose it is would show in the place.
  const isAhead = place.kind === 'device' || (await listExamNetworks(deps)).has(network)
  const admitted = await limits.admitLogin({ email, address, place, subject, at: now() })
  if ('retryAfterSeconds' in admitted) return refuseTooMany(admitted.retryAfterSeconds)
  const priority = admitted.isSuspect ? 'suspect' : isAhead ? 'ahead' : 'login'
  try {
    const { ticket, signal } = caller ?? {}
    const job: HashJobOptions = reservation
      ? { priority, reservation }
      : { priority, network, ticket, signal }
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
