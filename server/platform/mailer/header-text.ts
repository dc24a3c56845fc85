// Joiners (U+200C, U+200D) stay: names in Indian scripts are written with them.
const controlCharacters = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** One line without anything that could start a header, or turn the reading direction. */
export function toHeaderText(text: string, maxLength = 200): string {
  const line = text.toWellFormed().replace(controlCharacters, ' ').replace(/\s+/g, ' ').trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line
}

/**
 * Anyone may register any address: a "name" that is an advertisement must not make us its
 * postman, so what looks like a link or an address is not greeted by name.
 */
export function composeGreeting(name: string): string {
  const plain = toHeaderText(name, 80)
  const looksLikeLink = /[/@\\]|www\.|\.[a-z]{2,}\b/i.test(plain)
  return plain === '' || looksLikeLink ? 'Hello,' : `Hello ${plain},`
}
