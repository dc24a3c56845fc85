import type { Question } from '#contract/questions/kinds.ts'
import { QuestionFields } from '#contract/questions/question-fields.ts'
import type { PortableChoice } from '#core/questions/formats/choices.ts'
import { type ChoiceDraft, formatOptionLetters } from '#core/questions/option-list.ts'
import { type KindName, kindOf } from '#core/questions/question.ts'
import { getFieldRules } from '../../client/client-endpoint.ts'
import { type FieldErrors, validateField } from '../../ui/form/form-state.ts'
import { createOption, type OptionDraft, type QuestionDraft } from './question-draft.ts'

const { options: optionRule } = getFieldRules(QuestionFields)

/** Drafting rules that the kinds with options share. */
export const choiceDraft = {
  hasKey: ({ options }: QuestionDraft) => options.some(({ isCorrect }) => isCorrect),
  toDraft: ({ kind, text, options }: QuestionDraft): ChoiceDraft<KindName> => ({
    kind,
    text,
    options,
    correctAnswers: listCorrectAnswers(options),
  }),
  fields: [/^options(?:\.\d)?/, /^optionimage(?:\.\d)?/, /^correct_answers?/],

  listErrors(question: QuestionDraft): FieldErrors {
    const { options } = question
    const found = kindOf(question).validateDraft(choiceDraft.toDraft(question))
    // Marked, but still without words: the error shows where they are missing.
    const visible = found.filter(
      ({ field }) => !field.startsWith('correct_answer') || !choiceDraft.hasKey(question),
    )
    return Object.fromEntries([
      ...options.map(({ text }, at) => [
        `options.${at}`,
        text ? validateField(text, optionRule) : undefined,
      ]),
      ...visible.map(({ field, message }) => [field, message]),
    ])
  },

  fromWire(question: Question) {
    const keys =
      'correct_answers' in question ? question.correct_answers : [question.correct_answer]
    const options = question.options.map((option) =>
      createOption({ ...option, isCorrect: keys.includes(option.text) }),
    )
    return { options }
  },

  fromPortable: ({ correct }: PortableChoice, options: readonly OptionDraft[]) => ({
    options: options.map((option, at) => ({ ...option, isCorrect: correct.includes(at) })),
  }),
  toPortable: ({ options }: QuestionDraft) => ({ correct: listMarked(options) }),
}

export function listCorrectAnswers(options: readonly OptionDraft[]): string[] {
  return options.filter(({ isCorrect }) => isCorrect).map(({ text }) => text)
}

function listMarked(options: readonly OptionDraft[]): number[] {
  return options.flatMap(({ isCorrect }, at) => (isCorrect ? [at] : []))
}

/** Only one option can stay marked. */
export function describeLostMarks({ options }: QuestionDraft) {
  const [kept = 0, ...others] = listMarked(options)
  if (others.length === 0) return null
  return {
    title: `Keep only option ${formatOptionLetters([kept])} as correct?`,
    text: `This question has ${others.length + 1} correct options, and a question of single choice has one. The others stay as options, no longer marked.`,
  }
}
