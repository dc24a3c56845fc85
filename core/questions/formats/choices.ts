import { findOptionByText, toOptionLetter } from '../option-list.ts'
import { escapeGift } from './gift-escapes.ts'
import type { FileAnswer, TableAnswers } from './kind-format.ts'
import { type PortableOption, type PortableQuestion, toSingleLine } from './portable-question.ts'

/** A line each. The format comes first, so that "%50% of it" is not taken for a weight. */
export function writeGiftChoices(
  { options }: PortableQuestion,
  getSign: (index: number) => string,
): string {
  const lines = options.map(
    ({ text }, index) => `\t${getSign(index)}[plain]${escapeGift(toSingleLine(text))}\n`,
  )
  return `\n${lines.join('')}`
}

export function toOptions(answers: readonly FileAnswer[]): PortableOption[] {
  return answers.map(({ text, picture }) => ({ text, picture }))
}

/** Texts of cells as options; empty cells at the end are no options. */
export function toCellOptions({ options }: TableAnswers): PortableOption[] {
  const last = options.findLastIndex((text) => text.trim() !== '')
  return options.slice(0, last + 1).map((text) => ({ text, picture: null }))
}

/**
 * Which option a word names; -1 if none. The text of an option goes before a letter or a number:
 * options may be 1, 2, 3 and 4.
 */
export function findNamedOption(word: string, options: readonly PortableOption[]): number {
  const letter = /^(?:option )?([a-z])[.)]?$/i.exec(word)?.[1]?.toUpperCase()
  const byText = findOptionByText(options, word)
  const byLetter = letter ? options.findIndex((_, at) => toOptionLetter(at) === letter) : -1
  const byNumber = /^(?:option )?(\d)$/i.exec(word)?.[1]
  if (byText >= 0 && !(byLetter >= 0 && letter === word)) return byText
  if (byLetter >= 0) return byLetter
  return byNumber && options[Number(byNumber) - 1] ? Number(byNumber) - 1 : -1
}
