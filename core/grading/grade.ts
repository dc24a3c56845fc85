import type { Answer } from '../attempts/attempt.ts'
import type { Paper } from '../exams/exam.ts'
import { listCorrectionKeys } from '../questions/key-correction.ts'
import {
  type AnswerValue,
  type KeyCorrections,
  kindOf,
  type Question,
} from '../questions/question.ts'

export type ScoreBand = 'excellent' | 'good' | 'practising'

export const bandMessages: Readonly<Record<ScoreBand, string>> = {
  excellent: 'Excellent!',
  good: 'Good effort!',
  practising: 'Keep practicing!',
}

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

/** Whatever counts as right, one of them is enough; or everyone gets the mark. */
export function listKeys(
  question: Question,
  corrections: KeyCorrections = {},
): readonly AnswerValue[] | 'everyone' {
  const correction = corrections[question.id]
  if (correction?.type === 'everyone') return 'everyone'
  return correction ? listCorrectionKeys(correction) : [kindOf(question).getKey(question)]
}

export function toPercentage(score: number, total: number): number {
  return total === 0 ? 0 : (score * 100) / total
}

export function getScoreBand(percentage: number): ScoreBand {
  if (percentage >= 80) return 'excellent'
  return percentage >= 60 ? 'good' : 'practising'
}
