import { isOneTimePasswordGood, looksOneTime } from '#core/password.ts'
import type { Deps } from '../deps.ts'
import { isOldOneTimeHash, matchesOneTimePassword } from '../one-time-password.ts'
import type { Account } from './store.ts'

/** What a password was found to be, with the hash that it matched. */
export type PasswordMatch = { readonly kind: 'password' | 'one-time'; readonly hash: string }

/**
 * A right one-time password costs nothing; everything else costs one slow hash, also where there
 * is no such account.
 */
export async function matchPassword(
  deps: Pick<Deps, 'passwords' | 'hmac'>,
  account: Account | undefined,
  password: string,
  at: number,
): Promise<PasswordMatch | null> {
  const waiting = account?.oneTime
  const oneTime = waiting && isOneTimePasswordGood(waiting.expiresAt, at) ? waiting.hash : null
  if (oneTime !== null && matchesOneTimePassword(deps, password, oneTime)) {
    return { kind: 'one-time', hash: oneTime }
  }
  // Nobody may choose a password of this look, so an old one-time hash takes the other's place.
  const isOld = oneTime !== null && isOldOneTimeHash(oneTime) && looksOneTime(password)
  const hash = isOld ? oneTime : (account?.passwordHash ?? null)
  const matches = await deps.passwords.matches(password, hash)
  return matches && hash !== null ? { kind: isOld ? 'one-time' : 'password', hash } : null
}

/** While the password was compared, somebody may have set another. */
export function isStillCurrent(account: Account, { kind, hash }: PasswordMatch): boolean {
  return hash === (kind === 'one-time' ? account.oneTime?.hash : account.passwordHash)
}
