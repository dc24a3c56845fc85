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
export function toCellOptions({ options }: Pick<TableAnswers, 'options'>): PortableOption[] {
  const last = options.findLastIndex((text) => text.trim() !== '')
  return options.slice(0, last + 1).map((text) => ({ text, picture: null }))
}
