import { toComparableText } from '../text.ts'
import type { DraftBase, DraftError, Option } from './kind.ts'

/** The texts of options identify the key. */
export type ChoiceDraft<Name extends string = string> = DraftBase<Name> & {
  readonly correctAnswers: readonly string[]
}

/** The number of options in a new question. */
export const defaultOptionCount = 4
export const minOptionsPerQuestion = 2
export const maxOptionsPerQuestion = 8

/** A to H. */
export function toOptionLetter(index: number): string {
  return String.fromCharCode(65 + index)
}

export function formatOptionLetters(indexes: readonly number[]): string {
  return indexes.map(toOptionLetter).join(',')
}

/** Indexes in ascending order from letters like "A,C"; null where one names no option, or twice. */
export function parseOptionLetters(word: string, optionCount: number): number[] | null {
  if (!/^[A-Z](,[A-Z])*$/.test(word)) return null
  const indexes = word.split(',').map((letter) => letter.charCodeAt(0) - 65)
  if (!indexes.every((index) => index < optionCount)) return null
  return new Set(indexes).size === indexes.length ? indexes.toSorted((a, b) => a - b) : null
}

/**
 * Option texts differ for a reader, and case counts: the text of an option identifies the key, so
 * two alike would make it ambiguous.
 */
export function validateOptions(options: readonly { readonly text: string }[]): DraftError[] {
  const errors: DraftError[] = []
  const texts = options.map((option) => toComparableText(option.text))
  if (texts.length < minOptionsPerQuestion || texts.length > maxOptionsPerQuestion) {
    errors.push({
      field: 'options',
      message: `Enter ${minOptionsPerQuestion} to ${maxOptionsPerQuestion} options`,
    })
  }
  texts.forEach((text, index) => {
    const letter = toOptionLetter(index)
    if (!text) {
      errors.push({ field: `options.${index}`, message: `Enter option ${letter}` })
    } else if (texts.indexOf(text) < index) {
      const duplicate = toOptionLetter(texts.indexOf(text))
      const message = `Option ${letter} is the same as option ${duplicate}`
      errors.push({ field: `options.${index}`, message })
    }
  })
  return errors
}

/** The index of the option with this text; -1 if there is none, or the text is empty. */
export function findOptionByText(
  options: readonly { readonly text: string }[],
  text: string,
): number {
  const trimmed = text.trim()
  if (!trimmed) return -1
  const exact = options.findIndex((option) => option.text.trim() === trimmed)
  if (exact >= 0) return exact
  const comparable = toComparableText(text)
  return options.findIndex((option) => toComparableText(option.text) === comparable)
}

export function orderOptions(options: readonly Option[], order: readonly number[]): Option[] {
  return order.flatMap((index) => options[index] ?? [])
}
