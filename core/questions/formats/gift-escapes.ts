/** GIFT gives these a meaning; a backslash takes it away again. */
const special = /[\\~=#{}:]/g

/** In one line: an empty one would end the question. */
export function escapeGift(text: string): string {
  return text.replace(special, '\\$&').replaceAll('\n', '\\n')
}

/** A backslash before any other letter is a backslash, so that C:\temp survives carelessness. */
export function unescapeGift(text: string): string {
  return text.replace(/\\([\\~=#{}:n])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))
}

/** Finds one of the letters that no backslash precedes; -1 if there is none. */
export function indexOfUnescaped(text: string, letters: string, from = 0): number {
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (letter === '\\') at += 1
    else if (letters.includes(letter)) return at
  }
  return -1
}

/** Cut before each of the letters; what precedes the first is the first part. */
export function splitBefore(text: string, letters: string): string[] {
  const parts: string[] = []
  let from = 0
  for (;;) {
    const at = indexOfUnescaped(text, letters, parts.length === 0 ? 0 : from + 1)
    if (at < 0) return [...parts, text.slice(from)]
    parts.push(text.slice(from, at))
    from = at
  }
}
