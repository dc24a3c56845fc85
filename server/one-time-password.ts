import { timingSafeEqual } from 'node:crypto'
import { normalizeOneTimePassword } from '#core/accounts/password.ts'
import type { Deps } from './deps.ts'

type Parts = Pick<Deps, 'passwords' | 'hmac'>

const prefix = 'hmac-sha256:'

/**
 * A new one-time password and what is kept of it. Its 59 random bits need no slow hash: without
 * the server's secret nobody can try them.
 */
export function makeOneTimePassword({ passwords, hmac }: Parts): {
  readonly password: string
  readonly hash: string
} {
  const password = passwords.oneTime()
  const bare = normalizeOneTimePassword(password)
  if (bare === null) throw new Error('A one-time password has 12 letters and digits')
  return { password, hash: prefix + hmac('one-time-password', bare) }
}

/** False for a hash of Argon2, as one-time passwords had before. */
export function matchesOneTimePassword(
  { hmac }: Pick<Parts, 'hmac'>,
  password: string,
  hash: string,
): boolean {
  const bare = normalizeOneTimePassword(password)
  if (bare === null) return false
  const given = Buffer.from(prefix + hmac('one-time-password', bare))
  const kept = Buffer.from(hash)
  return given.length === kept.length && timingSafeEqual(given, kept)
}

export function isOldOneTimeHash(hash: string): boolean {
  return !hash.startsWith(prefix)
}
