import type { Answer } from '../attempts/attempt.ts'
import type { Paper, Question } from '../exams/exam.ts'

/** Mends a wrong key after the exam: another option, or everyone gets the mark (null). */
export type KeyCorrections = Readonly<Record<string, number | null>>

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
  const key = getCorrectOption(question, corrections)
  return key === null || answer?.option === key
}

/** The option that counts as right, or null when everyone gets the mark. */
export function getCorrectOption(
  question: Question,
  corrections: KeyCorrections = {},
): number | null {
  const corrected = corrections[question.id]
  return corrected === undefined ? question.correct : corrected
}

export function toPercentage(score: number, total: number): number {
  return total === 0 ? 0 : (score * 100) / total
}

export function getScoreBand(percentage: number): ScoreBand {
  if (percentage >= 80) return 'excellent'
  return percentage >= 60 ? 'good' : 'practising'
}
