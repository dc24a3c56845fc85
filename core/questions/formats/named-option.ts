import { findOptionByText, toOptionLetter } from '../option-list.ts'
import { isLetterRun } from './answer-letters.ts'
import type { PortableOption } from './portable-question.ts'

/** Facts about the keys of all rows that tell how to read one of them. */
export type KeyStyle = {
  /** Some key can only be the text of an option. */
  readonly hasTexts: boolean
  /** Some key can only be a letter or a number. */
  readonly hasPlaces: boolean
  /** The number of the first option where options have numbers; null where keys disagree. */
  readonly firstNumber: 0 | 1 | null
}

export const unknownKeyStyle: KeyStyle = { hasTexts: false, hasPlaces: false, firstNumber: 1 }

type Row = { readonly key: string; readonly options: readonly PortableOption[] }

/** Reads all keys of a column together: "3" is a number in one file and a text in another. */
export function detectKeyStyle(rows: readonly Row[], firstOptionNumber: 0 | 1): KeyStyle {
  let hasTexts = false
  let hasPlaces = false
  let hasZero = firstOptionNumber === 0
  let hasLast = false
  for (const { key, options } of rows) {
    for (const word of new Set([key, ...splitKey(key)[0]])) {
      const isText = findOptionByText(options, word) >= 0
      const place = parsePlace(word)
      if (isText && !isPlace(place, options.length)) hasTexts = true
      if (isText || place === null) continue
      hasPlaces ||= isPlace(place, options.length)
      hasZero ||= place === 0
      hasLast ||= place === options.length
    }
  }
  const firstNumber = hasZero ? (hasLast ? null : 0) : 1
  return { hasTexts, hasPlaces, firstNumber }
}

function isPlace(place: string | number | null, count: number): boolean {
  return typeof place === 'string' || (place !== null && place <= count)
}

const placeForms =
  /^(?:(?:options?|opt|op|answer|ans|choice)[\s_.:-]*)?[([]?(?:([a-z])|(\d))[)\].]?$/i

/** The letter or the number in "b", "(b)", "B.", "Option B", "optionB" or "2"; null in other words. */
function parsePlace(word: string): string | number | null {
  if (word.length > 40) return null
  const [, letter, digit] = placeForms.exec(word) ?? []
  return letter?.toUpperCase() ?? (digit === undefined ? null : Number(digit))
}

function findByPlace(word: string, options: Row['options'], { firstNumber }: KeyStyle): number {
  const place = parsePlace(word)
  if (place === null) return -1
  if (typeof place === 'string') return options.findIndex((_, at) => toOptionLetter(at) === place)
  const index = firstNumber === null ? -1 : place - firstNumber
  return index < options.length ? index : -1
}

/**
 * Which option a word names; -1 if none. Where the word is the text of one option and the place of
 * another, the other keys of the file decide; one capital letter is a letter, as in our own tables.
 */
export function findNamedOption(
  word: string,
  options: Row['options'],
  style: KeyStyle = unknownKeyStyle,
): number {
  const byText = findOptionByText(options, word)
  const byPlace = findByPlace(word, options, style)
  if (byText < 0 && byPlace < 0) return findLetteredText(word, options)
  if (byText < 0 || byPlace === byText) return byPlace
  if (byPlace < 0) return byText
  if (style.hasTexts !== style.hasPlaces) return style.hasTexts ? byText : byPlace
  return /^[A-Z]$/.test(word) && !style.hasTexts ? byPlace : -1
}

/** Why this word could name two options; null where it does not. */
export function describeAmbiguity(word: string, options: Row['options'], style: KeyStyle) {
  const byText = findOptionByText(options, word)
  const byPlace = findByPlace(word, options, style)
  if (byText < 0 || byPlace < 0 || byText === byPlace) return null
  return `"${word}" is the text of option ${toOptionLetter(byText)}, and could mean option ${toOptionLetter(byPlace)}: mark the correct answer`
}

/** "B. useRef", where that is the text of option B; or the text of one option in other case. */
function findLetteredText(word: string, options: Row['options']): number {
  const text = word.toLowerCase()
  if (text === '') return -1
  const named = options.flatMap((option, at) => {
    const own = option.text.trim().toLowerCase()
    const letter = toOptionLetter(at).toLowerCase()
    const forms = ['. ', ') ', ': ', ' - '].map((sign) => `${letter}${sign}${own}`)
    return text === own || [...forms, `(${letter}) ${own}`].includes(text) ? [at] : []
  })
  const [first = -1, ...others] = named
  return others.length === 0 ? first : -1
}

/** A key of several options taken apart, in each way that it can be: the surest way first. */
export function splitKey(key: string): [string[], ...string[][]] {
  const split = (separator: RegExp) => key.split(separator).map((word) => word.trim())
  const isSpaced = /^[([]?\w[)\].]?(?:\s[([]?\w[)\].]?)+$/.test(key)
  return [
    split(/[,;&+|/\n]|\sand\s/i),
    ...(/[;|\n]/.test(key) ? [split(/[;|\n]/)] : []),
    ...(isSpaced ? [split(/\s/)] : []),
    ...(isLetterRun(key) ? [[...key]] : []),
  ]
}
