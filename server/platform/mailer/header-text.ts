// Joiners (U+200C, U+200D) are kept: names in Indian scripts need them.
const controlCharacters = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** One line without anything that could start a header, or turn the reading direction. */
export function toHeaderText(text: string, maxLength = 200): string {
  const line = text.toWellFormed().replace(controlCharacters, ' ').replace(/\s+/g, ' ').trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line
}

/**
 * Anyone can register any address with an advertisement for a name, and we must not deliver it: a
 * name that looks like a link or an address is not used in the greeting.
 */
export function composeGreeting(name: string): string {
  const plain = toHeaderText(name, 80)
  const looksLikeLink = /[/@\\]|www\.|\.[a-z]{2,}\b/i.test(plain)
  return plain === '' || looksLikeLink ? 'Hello,' : `Hello ${plain},`
}
