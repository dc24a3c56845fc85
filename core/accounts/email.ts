import { decodeLabel } from './punycode.ts'

export const emailError = 'Enter an email address in the format name@example.com'

export const maxEmailLength = 254

/**
 * Letters, marks and digits of any script, and the symbols that mail allows unquoted. No invisible
 * or full-width characters: a mail server would drop or fold them and deliver to another address
 * than the one compared here.
 */
export const emailPattern =
  /^(?!.*[\uFF00-\uFFEF\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+$/u

/**
 * The form in which addresses are stored and compared: in lower case, and a domain in its own
 * letters, since "xn--bcher-kva.example" is the mail server of "bücher.example".
 */
export function normalizeEmail(text: string): string {
  const email = text.trim().toLowerCase()
  const domainAt = email.lastIndexOf('@') + 1
  const labels = email
    .slice(domainAt)
    .split('.')
    .map((label) => decodeLabel(label) ?? label)
  const decoded = email.slice(0, domainAt) + labels.join('.')
  return isEmail(decoded) ? decoded : email
}

/** For a trimmed text. Also requires normalized characters, which the pattern cannot express. */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && emailPattern.test(text) && text.normalize('NFKC') === text
}

/**
 * Under `.invalid` nobody can ever have an address (RFC 2606): those of the made-up students of a
 * rehearsal end so.
 */
export function isMadeUpAddress(email: string): boolean {
  return normalizeEmail(email).endsWith('.invalid')
}
