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

/** One option is right. */
export type SingleChoiceQuestion = QuestionBase & {
  readonly kind: 'single-choice'
  readonly options: readonly Option[]
  /** Index of the right option in `options`, as written by the author. */
  readonly correct: number
}

/** Index of the chosen option as the author wrote it, whatever order it was presented in. */
export type SingleChoiceAnswer = { readonly option: number }

/** The text of an option, its presented place, or both if they agree. */
type SentSingleChoice = {
  readonly selectedAnswer?: string | null | undefined
  readonly selectedOption?: number | null | undefined
  readonly selectedOptions?: unknown
}

export const singleChoice: QuestionKind<
  SingleChoiceQuestion,
  SingleChoiceAnswer,
  ChoiceDraft,
  SentSingleChoice
> = {
  name: 'single-choice',
  label: 'Single choice',

  validateDraft({ options, correctAnswers }) {
    const errors = validateOptions(options)
    const [correctAnswer = '', ...others] = correctAnswers
    if (findOptionByText(options, correctAnswer) < 0 || others.length > 0) {
      errors.push({ field: 'correct_answer', message: 'Mark the correct answer' })
    }
    return errors
  },
  createQuestion: (draft, { options, ...base }) => ({
    kind: 'single-choice',
    ...base,
    options,
    correct: findOptionByText(options, draft.correctAnswers[0] ?? ''),
  }),

  listOptions: ({ options }) => options,
  present: ({ options }, order) => orderOptions(options, order),
  parseAnswer({ options }, { selectedAnswer, selectedOption, selectedOptions }, order) {
    if (selectedOptions != null) return refuse('unknown-option')
    const byPosition = order[selectedOption ?? -1]
    if (selectedAnswer == null) {
      return byPosition === undefined ? refuse('unknown-option') : { option: byPosition }
    }
    const byText = findOptionByText(options, selectedAnswer)
    const isConflicting = selectedOption != null && byPosition !== byText
    return byText < 0 || isConflicting ? refuse('unknown-option') : { option: byText }
  },

  formatAnswer: ({ option }, order) => ({ selectedOption: order.indexOf(option) }),

  getKey: ({ correct }) => ({ option: correct }),
  isRight: (answer, key) => answer.option === key.option,
  listChosenOptions: ({ option }) => [option],
  tabulateAnswers: ({ options }) => ({
    rows: options,
    listRows: ({ option }) => [option],
  }),
  toRowLetter: toOptionLetter,

  parseKey({ options }, word) {
    const indexes = parseOptionLetters(word, options.length)
    const [key, ...others] = (indexes ?? []).map((option) => ({ option }))
    if (!key) return null
    return others.length === 0
      ? { type: 'another-key', key }
      : { type: 'accept-several', keys: [key, ...others] }
  },
  formatKey: (correction) =>
    formatOptionLetters(listCorrectionKeys(correction).map(({ option }) => option)),

  toWireKey: ({ options, correct }) => ({ correct_answer: options[correct]?.text ?? '' }),
  toWireAnswer: ({ options }, answer) => ({
    selectedAnswer: answer ? (options[answer.option]?.text ?? null) : null,
  }),
  toWireSolution({ options }, keys) {
    const texts = keys.map(({ option }) => options[option]?.text ?? '')
    return { correctAnswer: texts[0] ?? '', ...(texts.length > 1 && { correctAnswers: texts }) }
  },
}
