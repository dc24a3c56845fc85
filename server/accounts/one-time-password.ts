import { timingSafeEqual } from 'node:crypto'
import { normalizeOneTimePassword } from '#core/accounts/password.ts'
import type { Deps } from '../deps.ts'

type OneTimePasswordDeps = Pick<Deps, 'passwords' | 'hmac'>

const prefix = 'hmac-sha256:'

/**
 * A new one-time password and what is kept of it. Its 59 random bits need no slow hash: without
 * the server's secret nobody can try them.
 */
export function makeOneTimePassword({ passwords, hmac }: OneTimePasswordDeps): {
  readonly password: string
  readonly hash: string
} {
  const password = passwords.generateOneTimePassword()
  const normalized = normalizeOneTimePassword(password)
  if (normalized === null) throw new Error('A one-time password has 12 letters and digits')
  return { password, hash: prefix + hmac('one-time-password', normalized) }
}

/** False for a hash of Argon2, as one-time passwords had before. */
export function matchesOneTimePassword(
  { hmac }: Pick<OneTimePasswordDeps, 'hmac'>,
  password: string,
  hash: string,
): boolean {
  const normalized = normalizeOneTimePassword(password)
  if (normalized === null) return false
  const typed = Buffer.from(prefix + hmac('one-time-password', normalized))
  const stored = Buffer.from(hash)
  return typed.length === stored.length && timingSafeEqual(typed, stored)
}

export function isOldOneTimeHash(hash: string): boolean {
  return !hash.startsWith(prefix)
}
