import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { normalizeRecoveryCode, recoveryCodeCount } from '#core/accounts/second-factor.ts'
import { site } from '#site'
import type { Deps } from '../../deps.ts'

const stepMs = 30_000
/** Steps accepted before and after the current one, since phone clocks drift. */
const driftSteps = 1

function createTotp(key: string, email = '') {
  return new TOTP({ issuer: site.product, label: email, secret: Secret.fromBase32(key) })
}

/** 160 random bits, in base32. */
export function generateTotpKey(): string {
  return new Secret({ size: 20 }).base32
}

/** The content of the QR code. */
export function toTotpUri(key: string, email: string): string {
  return createTotp(key, email).toString()
}

/** The 30 s step that the code belongs to; null if it belongs to none near this time. */
export function matchTotpCode(key: string, code: string, at: number): number | null {
  const token = code.replace(/\s/g, '')
  const delta = createTotp(key).validate({ token, timestamp: at, window: driftSteps })
  return delta === null ? null : Math.floor(at / stepMs) + delta
}

// Without 0 o 1 l i, which look alike: 8 of 31 letters are 39 bits, and tries are counted.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

export type RecoveryCodes = { readonly codes: string[]; readonly hashes: readonly string[] }

/** Ten slow hashes take half a second: call before a transaction, not inside it. */
export async function generateRecoveryCodes({
  passwords,
}: Pick<Deps, 'passwords'>): Promise<RecoveryCodes> {
  const codes = new Set<string>()
  while (codes.size < recoveryCodeCount) codes.add(`${generateGroup()}-${generateGroup()}`)
  const hashes = [...codes].map((code) => passwords.hash(normalizeRecoveryCode(code)))
  return { codes: [...codes], hashes: await Promise.all(hashes) }
}

/** Which of these the code belongs to; each has a salt of its own, so they are tried in turn. */
export async function findMatchingHash(
  { passwords }: Pick<Deps, 'passwords'>,
  hashes: readonly string[],
  { code, signal }: { readonly code: string; readonly signal?: AbortSignal | undefined },
): Promise<string | null> {
  const normalizedCode = normalizeRecoveryCode(code)
  for (const hash of hashes) {
    if (await passwords.matches(normalizedCode, hash, { priority: 'login', signal })) return hash
  }
  return null
}

function generateGroup(): string {
  return Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
