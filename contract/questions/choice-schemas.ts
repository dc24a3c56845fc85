import { z } from 'zod'
import { maxOptionsPerQuestion } from '#core/questions/option-list.ts'
import { Id } from '../schemas.ts'
import {
  AskedQuestion,
  KeyText,
  Options,
  QuestionFields,
  TextWithImage,
  toDraft,
} from './question-fields.ts'

const OptionIndex = z
  .int()
  .min(0)
  .max(maxOptionsPerQuestion - 1)

/** One of text and index is enough; both must agree. The index counts options as presented. */
export const OneAnswer = z.object({
  selectedAnswer: z.string().max(1000).nullish(),
  selectedOption: OptionIndex.nullish(),
})

/** Places of options as presented, in any order, at least one. */
export const SeveralAnswers = z.object({
  selectedOptions: z
    .array(OptionIndex)
    .min(1, 'Choose an option')
    .max(maxOptionsPerQuestion)
    .nullish(),
})

const OneKeyInput = z.object({ ...QuestionFields.shape, correct_answer: KeyText.default('') })
const SeveralKeysInput = z.object({
  ...QuestionFields.shape,
  correct_answers: z.array(KeyText).max(20).default([]),
})

const presentedQuestion = {
  _id: Id,
  question: TextWithImage,
  options: z.array(TextWithImage),
  codeSnippet: z.string().nullable(),
}

/** Only in a free paper, where an answer was taken back and no other given. */
const isCleared = z.literal(true).optional()

/** A kind with options of which one is chosen. */
export function createOneAnswerSchemas<const Name extends string, Kind extends z.ZodType>(
  name: Name,
  kind: Kind,
) {
  return {
    Question: z.object({
      kind,
      _id: Id,
      question: TextWithImage,
      options: Options,
      correct_answer: z.string(),
      codeSnippet: z.string().nullable(),
    }),
    QuestionInput: z.strictObject({ kind, ...OneKeyInput.shape }).transform((input) => {
      const { correct_answer, ...rest } = input as unknown as z.output<typeof OneKeyInput>
      return toDraft(name, rest, { correctAnswers: [correct_answer] })
    }),
    PresentedQuestion: z.object({
      kind,
      ...presentedQuestion,
      selectedAnswer: z.string().nullable(),
    }),
    AnswerSheetItem: z.object({
      kind,
      ...AskedQuestion.shape,
      correctAnswer: z.string(),
      /** Only where a correction of the key accepts several. */
      correctAnswers: z.array(z.string()).optional(),
      selectedAnswer: z.string().nullable(),
      isCorrect: z.boolean(),
      isCleared,
    }),
  }
}

/** A kind with options of which several may be chosen. */
export function createSeveralAnswersSchemas<const Name extends string, Kind extends z.ZodType>(
  name: Name,
  kind: Kind,
) {
  return {
    Question: z.object({
      kind,
      _id: Id,
      question: TextWithImage,
      options: Options,
      correct_answers: z.array(z.string()),
      codeSnippet: z.string().nullable(),
    }),
    QuestionInput: z.strictObject({ kind, ...SeveralKeysInput.shape }).transform((input) => {
      const { correct_answers, ...rest } = input as unknown as z.output<typeof SeveralKeysInput>
      return toDraft(name, rest, { correctAnswers: correct_answers })
    }),
    PresentedQuestion: z.object({
      kind,
      ...presentedQuestion,
      selectedAnswers: z.array(z.string()).nullable(),
    }),
    AnswerSheetItem: z.object({
      kind,
      ...AskedQuestion.shape,
      correctAnswers: z.array(z.string()),
      selectedAnswers: z.array(z.string()).nullable(),
      isCorrect: z.boolean(),
      isCleared,
    }),
  }
}
