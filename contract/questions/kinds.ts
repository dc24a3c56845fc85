import { z } from 'zod'
import { kindNames } from '#core/questions/question.ts'
import {
  createOneAnswerSchemas,
  createSeveralAnswersSchemas,
  OneAnswer,
  SeveralAnswers,
} from './choice-schemas.ts'

// Its name is understood and never said: clients from before there were kinds know no other.
const singleChoice = createOneAnswerSchemas('single-choice', z.literal('single-choice').optional())
const multipleChoice = createSeveralAnswersSchemas('multiple-choice', z.literal('multiple-choice'))

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

/** A question as it is presented: never with a key. */
export const PresentedQuestion = z.discriminatedUnion('kind', [
  singleChoice.PresentedQuestion,
  multipleChoice.PresentedQuestion,
])
export type PresentedQuestion = z.output<typeof PresentedQuestion>

/** An answer does not name its kind: the question has one. */
export const AnswerFields = z.object({
  ...OneAnswer.shape,
  ...SeveralAnswers.shape,
})

export type AnswerFields = z.output<typeof AnswerFields>

/** The words for a key that is corrected, as regular expressions. */
export const keyPatterns = ['[A-H](,[A-H]){0,7}']

/** One line of an answer sheet. */
export const AnswerSheetItem = z.discriminatedUnion('kind', [
  singleChoice.AnswerSheetItem,
  multipleChoice.AnswerSheetItem,
])
export type AnswerSheetItem = z.output<typeof AnswerSheetItem>

/** Left out where it is single choice. */
export const KindName = z.enum(kindNames).optional()
