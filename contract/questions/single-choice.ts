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

/** Accepted but never sent: clients older than question kinds know no other. */
const kind = z.literal('single-choice').optional()

export const Question = z.object({
  kind,
  _id: Id,
  question: TextWithImage,
  options: Options,
  correct_answer: z.string(),
  codeSnippet: z.string().nullable(),
})

export const QuestionInput = z
  .strictObject({ kind, ...QuestionFields.shape, correct_answer: KeyText.default('') })
  .transform(({ correct_answer, kind: _, ...input }) =>
    toDraft('single-choice', input, [correct_answer]),
  )

/** A question as it is presented: never with a key. */
export const PresentedQuestion = z.object({
  kind,
  _id: Id,
  question: TextWithImage,
  options: z.array(TextWithImage),
  codeSnippet: z.string().nullable(),
  selectedAnswer: z.string().nullable(),
})

/** One of text and index is enough; both must agree. The index counts options as presented. */
export const AnswerFields = z.object({
  selectedAnswer: z.string().max(1000).nullish(),
  selectedOption: z
    .int()
    .min(0)
    .max(maxOptionsPerQuestion - 1)
    .nullish(),
})

export const AnswerSheetItem = z.object({
  kind,
  ...AskedQuestion.shape,
  correctAnswer: z.string(),
  /** Only where a correction of the key accepts several. */
  correctAnswers: z.array(z.string()).optional(),
  selectedAnswer: z.string().nullable(),
  isCorrect: z.boolean(),
})
