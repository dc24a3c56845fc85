import { normalizeEmail } from '../../accounts/email.ts'
import { buildSearchKey } from '../../text.ts'
import type { ImportValues } from './import-rows.ts'

/**
 * Whether two names may be of one person: all words of the shorter are in the longer, in any order,
 * a single letter standing for a word that begins with it. "Lakshmi N." is Lakshmi Narayanan; Arjun
 * and Karan Mehta are two.
 */
export function isSamePerson(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [toWords(one), toWords(other)].sort(
    (a, b) => a.length - b.length,
  )
  const rest = [...longer]
  let isWordShared = false
  // Whole words first, so that an initial does not take the place of one.
  for (const word of shorter.toSorted((a, b) => b.length - a.length)) {
    const exact = rest.indexOf(word)
    const at = exact >= 0 ? exact : rest.findIndex((candidate) => isInitialOf(word, candidate))
    if (at < 0) return false
    isWordShared ||= exact >= 0
    rest.splice(at, 1)
  }
  return isWordShared
}

function toWords(name: string): string[] {
  return buildSearchKey(name)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
}

function isInitialOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return [...short].length === 1 && long.startsWith(short)
}

/** Providers that deliver mail to name+anything@host into the mailbox of name@host. */
const plusHosts = ['gmail.com', 'outlook.com', 'hotmail.com', 'icloud.com', 'protonmail.com']

/** An address of their own in the family's mailbox, where its provider has such. */
export function suggestOwnAddress({ name = '', email = '' }: ImportValues): {
  readonly suggestion?: string
} {
  const address = normalizeEmail(email)
  const at = address.lastIndexOf('@')
  const first = toWords(name)[0]?.replace(/[^a-z0-9]/g, '')
  if (!first || address.includes('+') || !plusHosts.includes(address.slice(at + 1))) return {}
  return { suggestion: `${address.slice(0, at)}+${first}${address.slice(at)}` }
}
