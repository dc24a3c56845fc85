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

const kind = z.literal('multiple-choice')

export const Question = z.object({
  kind,
  _id: Id,
  question: TextWithImage,
  options: Options,
  correct_answers: z.array(z.string()),
  codeSnippet: z.string().nullable(),
})

export const QuestionInput = z
  .strictObject({
    kind,
    ...QuestionFields.shape,
    correct_answers: z.array(KeyText).max(20).default([]),
  })
  .transform(({ correct_answers, kind: _, ...input }) =>
    toDraft('multiple-choice', input, correct_answers),
  )

/** A question as it is presented: never with a key. */
export const PresentedQuestion = z.object({
  kind,
  _id: Id,
  question: TextWithImage,
  options: z.array(TextWithImage),
  codeSnippet: z.string().nullable(),
  selectedAnswers: z.array(z.string()).nullable(),
})

/** Places of options as presented, in any order, at least one. */
export const AnswerFields = z.object({
  selectedOptions: z
    .array(
      z
        .int()
        .min(0)
        .max(maxOptionsPerQuestion - 1),
    )
    .min(1, 'Choose an option')
    .max(maxOptionsPerQuestion)
    .nullish(),
})

export const AnswerSheetItem = z.object({
  kind,
  ...AskedQuestion.shape,
  correctAnswers: z.array(z.string()),
  selectedAnswers: z.array(z.string()).nullable(),
  isCorrect: z.boolean(),
})
