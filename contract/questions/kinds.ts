import { z } from 'zod'
import { kindNames } from '#core/questions/question.ts'
import * as multipleChoice from './multiple-choice.ts'
import * as singleChoice from './single-choice.ts'

/** As an admin sees it, with the key. */
export const Question = z.discriminatedUnion('kind', [
  singleChoice.Question,
  multipleChoice.Question,
])
export type Question = z.output<typeof Question>

export const QuestionInput = z.discriminatedUnion('kind', [
  singleChoice.QuestionInput,
  multipleChoice.QuestionInput,
])
export type QuestionInput = z.output<typeof QuestionInput>

export const PresentedQuestion = z.discriminatedUnion('kind', [
  singleChoice.PresentedQuestion,
  multipleChoice.PresentedQuestion,
])
export type PresentedQuestion = z.output<typeof PresentedQuestion>

/** An answer does not name its kind: the question has one. */
export const AnswerFields = z.object({
  ...singleChoice.AnswerFields.shape,
  ...multipleChoice.AnswerFields.shape,
})

/** One line of an answer sheet. */
export const AnswerSheetItem = z.discriminatedUnion('kind', [
  singleChoice.AnswerSheetItem,
  multipleChoice.AnswerSheetItem,
])
export type AnswerSheetItem = z.output<typeof AnswerSheetItem>

/** Left out where it is single choice. */
export const KindName = z.enum(kindNames).optional()
