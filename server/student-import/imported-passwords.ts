import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { oneTimePasswordLetters } from '../platform/passwords.ts'

/**
 * The one-time password of an imported student, made from the server's secret and the import's key:
 * 59 bits to everybody who does not know both. The key is random and stays in the browser that
 * imports; the server keeps its digest. So a reply that was lost can be given again, and nothing is
 * kept from which a password could be read.
 */
export function deriveImportedPassword(
  { hmac }: Pick<Deps, 'hmac'>,
  { key, email }: { readonly key: string; readonly email: string },
): string {
  const count = oneTimePasswordLetters.length
  // Bytes from here on would make some letters likelier than others.
  const limit = 256 - (256 % count)
  const letters: string[] = []
  for (let round = 0; letters.length < 12; round += 1) {
    const digest = hmac('imported-password', JSON.stringify([key, email, round]))
    for (const byte of createHash('sha256').update(digest).digest())
      if (byte < limit && letters.length < 12)
        letters.push(oneTimePasswordLetters[byte % count] ?? '')
  }
  const text = letters.join('')
  return [text.slice(0, 4), text.slice(4, 8), text.slice(8)].join('-')
}
