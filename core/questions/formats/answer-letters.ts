/** A letter that stands alone: "b", "(b)", "B.", "Option B". */
const letter = String.raw`(?:options?\s+)?[([]?([A-Z])(?![A-Z0-9_])[)\].:]*`
const joint = String.raw`(?:\s*[,;&+|/]+\s*(?:and\s+)?|\s*\band\s+|\s+|(?<=[)\]]))`
const tail = String.raw`(?:\s+only|\s+both|(?:\s+both)?\s+are\s+(?:all\s+|both\s+)?(?:correct|right|true))?`
const firstLetter = new RegExp(`^${letter}(.*)$`, 'is')
const letterList = new RegExp(`^(?:both\\s+)?${letter}(?:${joint}${letter})+${tail}$`, 'i')

/** The start of the next letter that has the text of its option: "a) one, c) three". */
const nextLettered = /(?<![\s,;&+|/])[\s,;&+|/]+(?:and\s+)?(?=[([]?[A-H][)\].:]\s)/i

/**
 * Another letter behind a comma, "and", "or" or "to". No such letter is the "a" of "b, a subquery"
 * and the "e" of "e.g.".
 */
const furtherLetter =
  /(?:[,;&+|/]|\b(?:and|or|to|And|Or|AND|OR)\b)\s*(?:[Oo]ptions?\s+)?(?:[([][A-Ha-h][)\]]|[A-H](?![A-Za-z0-9_])|[a-h](?:[)\]:,;&+|/]|\.(?![a-z])|\s*$|\s+(?:and|or)\b))/
const onlyLetter = /^[\s–-]*[([]?[A-H][)\]]?$/i

/**
 * The letters that an answer names, in capitals: "b", "(b) HAVING", "a, c", "A and C", "AC", "a) one
 * and c) three". Empty where it begins with none; null where it may mean one option or several.
 */
export function parseAnswerLetters(
  answer: string,
  optionTexts: readonly string[],
): readonly string[] | null {
  const words = stripEnd(answer)
  if (isLetterRun(words)) {
    const isText = optionTexts.some((text) => toComparable(text) === toComparable(words))
    return isText ? null : [...words]
  }
  const [, first = '', rest = ''] = firstLetter.exec(words) ?? []
  const isList = letterList.test(words)
  if (!first && !isList) return []
  if (isOwnText(first, rest, optionTexts)) return [first.toUpperCase()]

  const letters = isList ? listLoneLetters(words) : listLettersWithTexts(words, optionTexts)
  if (letters) return new Set(letters).size === letters.length ? letters : null
  return furtherLetter.test(rest) || onlyLetter.test(rest) ? null : [first.toUpperCase()]
}

/** "AC": capitals in the order of the alphabet. */
export function isLetterRun(words: string): boolean {
  return /^(?=..)A?B?C?D?E?F?G?H?$/.test(words)
}

/** Without the full stop and the signs that make words stand out. */
export function stripEnd(words: string): string {
  let end = words.length
  while (/[\s*_.]/.test(words.charAt(end - 1))) end -= 1
  return words.slice(0, end).trimStart()
}

function listLoneLetters(words: string): string[] {
  return [...words.matchAll(/(?<![A-Z])[A-Z](?![A-Z])/gi)].map(([one]) => one.toUpperCase())
}

/** Null unless each part is a letter with the text of its option. */
function listLettersWithTexts(words: string, optionTexts: readonly string[]): string[] | null {
  const parts = words.split(nextLettered).map((part) => firstLetter.exec(part))
  const areOwn = parts.every((part) => isOwnText(part?.[1] ?? '', part?.[2] ?? '', optionTexts))
  return areOwn ? parts.map((part) => part?.[1]?.toUpperCase() ?? '') : null
}

/** "a) one", where "one" is the text of option A. */
function isOwnText(first: string, rest: string, optionTexts: readonly string[]): boolean {
  const own = optionTexts[first.toUpperCase().charCodeAt(0) - 65]
  const words = toComparable(rest.replace(/^[\s–-]+/, ''))
  return own !== undefined && words !== '' && words === toComparable(own)
}

function toComparable(text: string): string {
  return stripEnd(text).toLowerCase().replace(/\s+/g, ' ')
}
