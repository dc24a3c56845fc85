const maxHeadLength = 120

/** A column's head without case, signs and remarks in brackets. */
export function normalizeHead(head: string): string {
  return head
    .trim()
    .slice(0, maxHeadLength)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\(s\)/g, 's')
    .replace(/\s[-–—]\s.*$/s, '')
    .replace(/^\W*(\w)\W*$/, '$1')
    .replace(/[([{](\w)[)\]}]/g, ' $1 ')
    .replace(/[([{][^)\]}]*[)\]}]/g, ' ')
    .replace(/[\s_:.*?-]+/g, ' ')
    .trim()
}

export function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length
}

/** A to Z, then AA, as a spreadsheet counts. */
export function toColumnLetter(position: number): string {
  const last = String.fromCharCode(65 + (position % 26))
  return position < 26 ? last : toColumnLetter(Math.floor(position / 26) - 1) + last
}

/** The same for the same words in the same order; null where no column has a head. */
export function fingerprintHeads(heads: readonly string[]): string | null {
  const words = heads.map(normalizeHead)
  return words.every((word) => word === '') ? null : fingerprintText(words.join('\n'))
}

export function fingerprintText(text: string): string {
  return [0, 1, 2].map((seed) => hashText(text, seed)).join('')
}

/** FNV-1a of 32 bits. */
function hashText(text: string, seed: number): string {
  let hash = 0x811c9dc5 ^ seed
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}
