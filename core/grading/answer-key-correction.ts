import type { Answer } from '../attempts/attempt.ts'
import { type KeyCorrections, type Question, toQuestionFingerprint } from '../questions/question.ts'
import { getScoreBand, isCorrect, toPercentage } from './grade.ts'

/** An attempt that has been marked, with its answer to the question whose key changes. */
export type GradedScore = {
  readonly score: number
  readonly total: number
  readonly answer: Answer | undefined
}

export type ScoreChange = {
  readonly before: number
  readonly after: number
  readonly isBandChanged: boolean
}

/** What another key for one question makes of a score, or null when it stays. */
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

/** The same text, pictures and options: a corrected key on one paper corrects it on the other. */
export function isSameQuestion(one: Question, other: Question): boolean {
  return toQuestionFingerprint(one) === toQuestionFingerprint(other)
}
