import type { Paper } from '../exams/exam.ts'
import type { Option, WireFields } from '../questions/kind.ts'
import { type AnswerValue, kindOf, type Question } from '../questions/question.ts'
import { deriveSeed, shuffleIndexes } from '../random.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { Attempt } from './attempt.ts'

/** Indexes into `paper.questions`, in the order this attempt presents them. */
export function getQuestionOrder(attempt: Pick<Attempt, 'seed'>, paper: Paper): number[] {
  return shuffleIndexes(paper.questions.length, deriveSeed(attempt.seed, 0))
}

/** Indexes into the options of the question at `index`, in the order this attempt presents them. */
export function getOptionOrder(
  attempt: Pick<Attempt, 'seed' | 'shuffleOptions'>,
  paper: Paper,
  index: number,
): number[] {
  const question = paper.questions[index]
  const count = question ? kindOf(question).listOptions(question).length : 0
  if (!attempt.shuffleOptions) return Array.from({ length: count }, (_, option) => option)
  return shuffleIndexes(count, deriveSeed(attempt.seed, index + 1))
}

/** A question as one attempt shows it. */
export type PresentedQuestion = {
  readonly question: Question
  readonly options: readonly Option[]
}

/** The paper as this attempt shows it: questions and options in its own order. */
export function presentQuestions(
  attempt: Pick<Attempt, 'seed' | 'shuffleOptions'>,
  paper: Paper,
): PresentedQuestion[] {
  return getQuestionOrder(attempt, paper).map((index) => {
    const question = paper.questions[index] as Question
    const order = getOptionOrder(attempt, paper, index)
    return { question, options: kindOf(question).present(question, order) }
  })
}

/** Parses what a browser sends, which numbers options in the order this attempt presents them. */
export function parseAnswer(
  attempt: Pick<Attempt, 'seed' | 'shuffleOptions'>,
  paper: Paper,
  questionId: string,
  sent: WireFields,
): AnswerValue | Refusal<'unknown-question' | 'unknown-option'> {
  const index = paper.questions.findIndex((question) => question.id === questionId)
  const question = paper.questions[index]
  if (!question) return refuse('unknown-question')
  return kindOf(question).parseAnswer(question, sent, getOptionOrder(attempt, paper, index))
}
