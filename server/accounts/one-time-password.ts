import { timingSafeEqual } from 'node:crypto'
import {
  hasOneTimePasswordFormat,
  isOneTimePasswordValid,
  normalizeOneTimePassword,
} from '#core/accounts/password.ts'
import type { Deps } from '../deps.ts'
import type { HashJobOptions } from '../platform/hash-queue/hash-queue.ts'
import type { Account } from './queries.ts'

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
  return { password, hash: hashOneTimePassword({ hmac }, password) }
}

/** Hashes a one-time password for storage. */
export function hashOneTimePassword({ hmac }: Pick<Deps, 'hmac'>, password: string): string {
  const normalized = normalizeOneTimePassword(password)
  if (normalized === null) throw new Error('A one-time password has 12 letters and digits')
  return prefix + hmac('one-time-password', normalized)
}

/** False for a hash of Argon2, as one-time passwords had before. */
function matchesOneTimePassword(
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

function isOldOneTimeHash(hash: string): boolean {
  return !hash.startsWith(prefix)
}

/** The kind of password that matched, with its hash. */
export type PasswordMatch = { readonly kind: 'password' | 'one-time'; readonly hash: string }

/** Needs no slow hash. Also null for a one-time password of an older version. */
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

/** Always takes one slow hash, even if there is no such account. */
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

/** The password may have been changed while it was compared. */
export function isStillCurrent(account: Account, { kind, hash }: PasswordMatch): boolean {
  return hash === (kind === 'one-time' ? account.oneTime?.hash : account.passwordHash)
}

function findOneTimeHash(account: Account | undefined, at: number): string | null {
  const oneTime = account?.oneTime
  return oneTime && isOneTimePasswordValid(oneTime.expiresAt, at) ? oneTime.hash : null
}
