import type { ChoiceDraft } from '../option-list.ts'
import { maxOptionsPerQuestion, minOptionsPerQuestion } from '../option-list.ts'
import { escapeGift } from './gift-escapes.ts'
import type {
  FileAnswer,
  MoodleQuestion,
  TableAnswers,
  WrittenMoodleQuestion,
} from './kind-format.ts'
import { describeAmbiguity, unknownKeyStyle } from './named-option.ts'
import { type PortableBase, type PortableOption, toSingleLine } from './portable-question.ts'

export const choiceKinds = ['single-choice', 'multiple-choice'] as const

/** A choice among options, on its way from one program to another. */
export type PortableChoice = PortableBase & {
  readonly kind: (typeof choiceKinds)[number]
  /** Indexes of the right options; empty where it is unclear which they are. */
  readonly correct: readonly number[]
}

/** All that the kinds with options have in common. */
export const choiceRules = {
  fit(question: PortableChoice): PortableChoice | string {
    const count = question.options.length
    if (count > maxOptionsPerQuestion)
      return `It has ${count} options, and a question here has at most ${maxOptionsPerQuestion}.`
    const missing = Array.from({ length: Math.max(0, minOptionsPerQuestion - count) }, () => ({
      text: '',
      picture: null,
    }))
    const options = [...question.options, ...missing]
    return {
      ...question,
      options: options.map((option) => ({ ...option, text: toSingleLine(option.text) })),
    }
  },
  hasKey: ({ correct }: PortableChoice): boolean => correct.length > 0,
  toDraft: ({ kind, text, options, correct }: PortableChoice): ChoiceDraft<typeof kind> => ({
    kind,
    text,
    options,
    correctAnswers: correct.map((index) => options[index]?.text ?? ''),
  }),
}

/** A line each. The format comes first, so that "%50% of it" is not taken for a weight. */
export function writeGiftChoices(
  { options }: PortableBase,
  getSign: (index: number) => string,
): string {
  const lines = options.map(
    ({ text }, index) => `\t${getSign(index)}[plain]${escapeGift(toSingleLine(text))}\n`,
  )
  return `\n${lines.join('')}`
}

/** As Moodle exports it itself; `toShare` says how much of the mark an option gives. */
export function writeMoodleChoices(
  { options }: PortableBase,
  isSingle: boolean,
  toShare: (index: number) => number,
): WrittenMoodleQuestion {
  return {
    type: 'multichoice',
    tags: { single: String(isSingle), shuffleanswers: 'false', answernumbering: 'ABCD' },
    answers: options.map((option, index) => ({ ...option, share: toShare(index) })),
  }
}

/** Whether one option may be chosen: as Moodle has it, unless it says otherwise. */
export function isSingleInMoodle({ readTag }: MoodleQuestion): boolean {
  return !/^(false|0)$/.test(readTag('single'))
}

export function toOptions(answers: readonly FileAnswer[]): PortableOption[] {
  return answers.map(({ text, picture }) => ({ text, picture }))
}

/** Texts of cells as options; empty cells at the end are no options. */
export function toCellOptions({ options }: Pick<TableAnswers, 'options'>): PortableOption[] {
  const last = options.findLastIndex((text) => text.trim() !== '')
  return options.slice(0, last + 1).map((text) => ({ text, picture: null }))
}

/** A row whose key names none of its options. */
export function toUnclearChoice(found: TableAnswers, namedKind: string) {
  const { key, keyStyle = unknownKeyStyle } = found
  const options = toCellOptions(found)
  return {
    kind: choiceKinds.find((kind) => kind === namedKind) ?? choiceKinds[0],
    options,
    correct: [],
    errors: [
      describeAmbiguity(key, options, keyStyle) ??
        `"${key}" names none of the options: mark the correct answer`,
    ],
  }
}
