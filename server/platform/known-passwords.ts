import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A Bloom filter of common and breached passwords in lower case, made by
 * scripts/build-known-passwords.ts. Of other passwords it takes about one in 2,000 for common.
 */
export const knownPasswordsFile = join(import.meta.dirname, 'known-passwords.filter')
/** How many places one password has. */
export const bitsPerPassword = 11
/** None of the list is longer, so no sentence is taken for common by chance. */
export const maxKnownLength = 20

/** Read again each time: passwords are set too rarely to keep it in memory. */
export async function loadKnownPasswords(): Promise<(password: string) => boolean> {
  const filter = await readFile(knownPasswordsFile)
  return (password) => {
    const normalized = password.normalize('NFKC').toLowerCase()
    if (normalized.length > maxKnownLength) return false
    return findBits(filter.length * 8, normalized).every(
      (bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0,
    )
  }
}

/** By double hashing, which Kirsch and Mitzenmacher showed to be as good as independent hashes. */
export function findBits(bits: number, text: string): number[] {
  const digest = hash('sha256', text, 'buffer')
  const start = digest.readUInt32LE(0)
  const step = digest.readUInt32LE(4) | 1
  return Array.from({ length: bitsPerPassword }, (_, n) => (start + n * (step >>> 0)) % bits)
}
