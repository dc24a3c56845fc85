import { randomInt } from 'node:crypto'
import { normalizeRecoveryCode, recoveryCodeCount } from '#core/accounts/second-factor.ts'
import type { Deps } from '../../deps.ts'

// Without 0 o 1 l i, which look alike: 8 of 31 letters are 39 bits, and tries are counted.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

export type RecoveryCodes = { readonly codes: string[]; readonly hashes: readonly string[] }

/** Ten slow hashes, half a second together: to be made before a transaction, not inside. */
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
  code: string,
): Promise<string | null> {
  const normalizedCode = normalizeRecoveryCode(code)
  for (const hash of hashes) {
    if (await passwords.matches(normalizedCode, hash, { priority: 'login' })) return hash
  }
  return null
}

function generateGroup(): string {
  return Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
