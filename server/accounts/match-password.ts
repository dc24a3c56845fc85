import { hasOneTimePasswordFormat, isOneTimePasswordValid } from '#core/accounts/password.ts'
import type { Deps } from '../deps.ts'
import type { HashJobOptions } from '../platform/job-queues.ts'
import { isOldOneTimeHash, matchesOneTimePassword } from './one-time-password.ts'
import type { Account } from './queries.ts'

/** What a password was found to be, with the hash that it matched. */
export type PasswordMatch = { readonly kind: 'password' | 'one-time'; readonly hash: string }

/** Costs no slow hash; null also for a one-time password of an older version. */
export function matchOneTimePassword(
  { hmac }: Pick<Deps, 'hmac'>,
  account: Account | undefined,
  password: string,
  at: number,
): PasswordMatch | null {
  const hash = findOneTimeHash(account, at)
  const matches = hash !== null && matchesOneTimePassword({ hmac }, password, hash)
  return matches ? { kind: 'one-time', hash } : null
}

/** Always costs one slow hash, also where there is no such account. */
export async function matchPassword(
  { passwords }: Pick<Deps, 'passwords'>,
  account: Account | undefined,
  password: string,
  { at, job }: { readonly at: number; readonly job: HashJobOptions },
): Promise<PasswordMatch | null> {
  const oneTime = findOneTimeHash(account, at)
  // Nobody may choose a password of this look, so an old one-time hash takes the other's place.
  const isLegacy =
    oneTime !== null && isOldOneTimeHash(oneTime) && hasOneTimePasswordFormat(password)
  const hash = isLegacy ? oneTime : (account?.passwordHash ?? null)
  const matches = await passwords.matches(password, hash, job)
  return matches && hash !== null ? { kind: isLegacy ? 'one-time' : 'password', hash } : null
}

/** While the password was compared, somebody may have set another. */
export function isStillCurrent(account: Account, { kind, hash }: PasswordMatch): boolean {
  return hash === (kind === 'one-time' ? account.oneTime?.hash : account.passwordHash)
}

function findOneTimeHash(account: Account | undefined, at: number): string | null {
  const oneTime = account?.oneTime
  return oneTime && isOneTimePasswordValid(oneTime.expiresAt, at) ? oneTime.hash : null
}
