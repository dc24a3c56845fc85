/** Zero-width joiners shape words of Indic and Arabic scripts; kept after a letter or mark of these. */
const joiner = /^[\u200C\u200D]$/
const joinable = /^(?=[\p{L}\p{M}])[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u
const invisible = /^[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]$/u

/**
 * The text as a reader sees it, in one line: collapses white space and removes control characters,
 * direction marks and everything of zero width. In a name these could reorder or imitate another
 * name in lists, emails and files.
 */
export function toVisibleLine(text: string): string {
  let line = ''
  let previous = ''
  for (const character of text.toWellFormed().replace(/\s+/gu, ' ')) {
    const isKept = joiner.test(character) ? joinable.test(previous) : !invisible.test(character)
    if (!isKept) continue
    line += character
    previous = character
  }
  return line.replace(/ {2,}/g, ' ').trim()
}

/**
 * The text as a reader sees it, line by line: `toVisibleLine` for each, without empty lines at the
 * ends and more than one between two paragraphs.
 */
export function toVisibleText(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/u).map(toVisibleLine)
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n{1,2}|\n{1,2}$/g, '')
}

/**
 * The text for a comparison by what a reader sees, its lines and spaces kept: two that differ only
 * in how their letters are composed, in the kind of a space or in invisible signs are one.
 */
export function toComparableText(text: string): string {
  let comparable = ''
  let previous = ''
  for (const character of text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Zs}/gu, ' ')) {
    const isKept = joiner.test(character)
      ? joinable.test(previous)
      : /\s/u.test(character) || !invisible.test(character)
    if (!isKept) continue
    comparable += character
    previous = character
  }
  return comparable.trim()
}

/**
 * True if a name was typed as it is shown, before what it names is erased. Capitals count; how many
 * spaces there are can hardly be seen.
 */
export function isTypedAsShown(typed: string, shown: string): boolean {
  const toComparable = (name: string) => name.normalize('NFC').trim().split(/\s+/u).join(' ')
  return toComparable(typed) === toComparable(shown)
}

/** Letters that Unicode does not decompose, by what a keyboard without them has. */
const plainLetters: Readonly<Record<string, string>> = { ł: 'l', ı: 'i', ß: 'ss', ø: 'o' }
/** As typed, as set by a word processor, and the modifier letter. */
const apostrophes = /['‘’ʼ]/g

/**
 * A name in the form used for sorting and searching, the same on every database engine. An
 * apostrophe counts nothing, whichever sign it is: "obrien" finds O’Brien.
 */
export function buildSearchKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Script=Inherited}/gu, '')
    .toLowerCase()
    .replace(apostrophes, '')
    .replace(/[łıßø]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** A search in the form of a stored address, which keeps its accents: "asha@bücher.example". */
export function toAddressKey(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase().replace(apostrophes, '')
}

const maxSearchWords = 8

/** The words of a search as search keys, each of which has to be found, in any order. */
export function splitSearch(search: string): string[] {
  const words = buildSearchKey(search).split(' ').filter(Boolean)
  return [...new Set(words)].slice(0, maxSearchWords)
}

/** True if each word of the search is in one of the texts. */
export function matchesSearch(search: string, texts: readonly string[]): boolean {
  const keys = texts.map(buildSearchKey)
  return splitSearch(search).every((word) => keys.some((key) => key.includes(word)))
}
