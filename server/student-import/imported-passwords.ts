import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hashOneTimePassword } from '../accounts/one-time-password.ts'
import { toBatches } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { oneTimePasswordLetters } from '../platform/passwords.ts'

/**
 * The one-time password of an imported student, made from the server's secret and the import's key:
 * 59 bits to everybody who does not know both. The key is random and stays in the browser that
 * imports; the server keeps its digest. So a reply that was lost can be given again, and nothing is
 * kept from which a password could be read.
 */
function deriveImportedPassword(
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

type OneTimePassword = { readonly password: string; readonly hash: string }
export type ToOneTimePassword = (email: string) => OneTimePassword

const perTurn = 100

/** Before the transaction, and with turns for others in between: all of them take 100 ms and more. */
export async function deriveOneTimePasswords(
  deps: Pick<Deps, 'hmac'>,
  { key, emails }: { readonly key: string; readonly emails: readonly string[] },
): Promise<ToOneTimePassword> {
  const derived = new Map<string, OneTimePassword>()
  const derive: ToOneTimePassword = (email) => {
    const password = deriveImportedPassword(deps, { key, email })
    return { password, hash: hashOneTimePassword(deps, password) }
  }
  for (const some of toBatches([...new Set(emails)], perTurn)) {
    for (const email of some) derived.set(email, derive(email))
    await nextTurn()
  }
  return (email) => derived.get(email) ?? derive(email)
}
