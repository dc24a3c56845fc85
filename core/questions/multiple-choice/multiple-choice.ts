import { refuse } from '../../refusal.ts'
import { listCorrectionKeys, type Option, type QuestionBase, type QuestionKind } from '../kind.ts'
import {
  type ChoiceDraft,
  findOptionByText,
  formatOptionLetters,
  orderOptions,
  parseOptionLetters,
  toOptionLetter,
  validateOptions,
} from '../option-list.ts'

/** Several options may be right. The mark is for choosing exactly those. */
export type MultipleChoiceQuestion = QuestionBase & {
  readonly kind: 'multiple-choice'
  readonly options: readonly Option[]
  /** Indexes of the right options in `options`, ascending. */
  readonly correct: readonly number[]
}

/** Indexes of the chosen options as the author wrote them, ascending, at least one. */
export type MultipleChoiceAnswer = { readonly options: readonly number[] }

type SentMultipleChoice = {
  readonly selectedAnswer?: unknown
  readonly selectedOption?: unknown
  /** Presented places, in any order. */
  readonly selectedOptions?: readonly number[] | null | undefined
}

export const multipleChoice: QuestionKind<
  MultipleChoiceQuestion,
  MultipleChoiceAnswer,
  ChoiceDraft,
  SentMultipleChoice
> = {
  name: 'multiple-choice',
  label: 'Multiple choice',

  validateDraft({ options, correctAnswers }) {
    const errors = validateOptions(options)
    const isKnown = (text: string) => findOptionByText(options, text) >= 0
    if (correctAnswers.length === 0 || !correctAnswers.every(isKnown)) {
      errors.push({ field: 'correct_answers', message: 'Mark the correct options' })
    }
    return errors
  },
  createQuestion: (draft, { options, ...base }) => ({
    kind: 'multiple-choice',
    ...base,
    options,
    correct: toAscending(draft.correctAnswers.map((text) => findOptionByText(options, text))),
  }),

  listOptions: ({ options }) => options,
  present: ({ options }, order) => orderOptions(options, order),
  parseAnswer(_question, { selectedOptions, selectedAnswer, selectedOption }, order) {
    if (selectedAnswer != null || selectedOption != null) return refuse('unknown-option')
    const options = toAscending((selectedOptions ?? []).map((place) => order[place] ?? -1))
    const isRepeated = options.length !== selectedOptions?.length
    return isRepeated || options.length === 0 || options.includes(-1)
      ? refuse('unknown-option')
      : { options }
  },

  formatAnswer: ({ options }, order) => ({
    selectedOptions: toAscending(options.map((option) => order.indexOf(option))),
  }),

  getKey: ({ correct }) => ({ options: correct }),
  isRight: (answer, key) => String(answer.options) === String(key.options),
  listChosenOptions: ({ options }) => options,
  tabulateAnswers: ({ options }) => ({
    rows: options,
    listRows: (answer) => answer.options,
  }),
  toRowLetter: toOptionLetter,

  parseKey(question, word) {
    const options = parseOptionLetters(word, question.options.length)
    return options && { type: 'another-key', key: { options } }
  },
  formatKey: (correction) =>
    formatOptionLetters(listCorrectionKeys(correction).flatMap(({ options }) => options)),

  toWireKey: ({ options, correct }) => ({ correct_answers: toTexts(options, correct) }),
  toWireAnswer: ({ options }, answer) => ({
    selectedAnswers: answer ? toTexts(options, answer.options) : null,
  }),
  toWireSolution: ({ options }, [key]) => ({
    correctAnswers: toTexts(options, key?.options ?? []),
  }),
}

function toAscending(indexes: readonly number[]): number[] {
  return [...new Set(indexes)].sort((one, other) => one - other)
}

function toTexts(options: readonly Option[], indexes: readonly number[]): string[] {
  return indexes.map((index) => options[index]?.text ?? '')
}
