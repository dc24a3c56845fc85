import type { Answer } from '../attempts/attempt.ts'
import type { Paper } from '../exams/exam.ts'
import { listCorrectionKeys } from '../questions/kind.ts'
import {
  type AnswerValue,
  type KeyCorrections,
  kindOf,
  type Question,
  toQuestionFingerprint,
} from '../questions/question.ts'
import { getScoreBand, toPercentage } from './percentage.ts'

export type Grade = {
  /** Number of correct answers. */
  readonly score: number
  readonly total: number
  readonly answered: number
  /** Unrounded, 0 to 100: the band follows from it, only the screen rounds. */
  readonly percentage: number
}

export function grade(
  paper: Paper,
  answers: Readonly<Record<string, Answer>>,
  corrections: KeyCorrections = {},
): Grade {
  const total = paper.questions.length
  const score = paper.questions.filter((question) =>
    isCorrect(question, answers[question.id], corrections),
  ).length
  const answered = paper.questions.filter((question) => answers[question.id]).length
  return { score, total, answered, percentage: toPercentage(score, total) }
}

export function isCorrect(
  question: Question,
  answer: Answer | undefined,
  corrections: KeyCorrections = {},
): boolean {
  const keys = listKeys(question, corrections)
  if (keys === 'everyone') return true
  return answer !== undefined && keys.some((key) => kindOf(question).isRight(answer.value, key))
}

/** The answers that count as right, of which any one is enough; or everyone gets the mark. */
export function listKeys(
  question: Question,
  corrections: KeyCorrections = {},
): readonly AnswerValue[] | 'everyone' {
  const correction = corrections[question.id]
  if (correction?.type === 'everyone') return 'everyone'
  return correction ? listCorrectionKeys(correction) : [kindOf(question).getKey(question)]
}

/** A graded attempt, with its answer to the question whose key changes. */
type GradedScore = {
  readonly score: number
  readonly total: number
  readonly answer: Answer | undefined
}

export type ScoreChange = {
  readonly before: number
  readonly after: number
  readonly isBandChanged: boolean
}

/** How corrected keys of one question change a score; null if they do not. */
export function regrade(
  { score, total, answer }: GradedScore,
  question: Question,
  before: KeyCorrections,
  after: KeyCorrections,
): ScoreChange | null {
  const wasCorrect = isCorrect(question, answer, before)
  const isNowCorrect = isCorrect(question, answer, after)
  if (wasCorrect === isNowCorrect) return null
  const regraded = score + (isNowCorrect ? 1 : -1)
  const bands = [score, regraded].map((marks) => getScoreBand(toPercentage(marks, total)))
  return { before: score, after: regraded, isBandChanged: bands[0] !== bands[1] }
}

/** Same text, pictures and options: a key correction on one paper then applies to the other. */
export function isSameQuestion(one: Question, other: Question): boolean {
  return toQuestionFingerprint(one) === toQuestionFingerprint(other)
}
