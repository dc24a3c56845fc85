import type { Answer } from './attempt.ts'
import type { Question } from './exam.ts'
import { bandOf, isCorrect, type KeyCorrections, percentageOf } from './grading.ts'

/** An attempt that has been marked, with its answer to the question whose key changes. */
export type Marked = {
  readonly score: number
  readonly total: number
  readonly answer: Answer | undefined
}

export type Remark = {
  readonly before: number
  readonly after: number
  readonly changesBand: boolean
}

/** What another key for one question makes of a score, or null when it stays. */
export function remark(
  { score, total, answer }: Marked,
  question: Question,
  before: KeyCorrections,
  after: KeyCorrections,
): Remark | null {
  const was = isCorrect(question, answer, before)
  const is = isCorrect(question, answer, after)
  if (was === is) return null
  const remarked = score + (is ? 1 : -1)
  const bands = [score, remarked].map((marks) => bandOf(percentageOf(marks, total)))
  return { before: score, after: remarked, changesBand: bands[0] !== bands[1] }
}

/** The same words, pictures and options: a mended key on one paper mends it on the other. */
export function asksTheSame(one: Question, other: Question): boolean {
  return wordsOf(one) === wordsOf(other)
}

export function wordsOf({ id, text, imageId, codeSnippet, options }: Question): string {
  const written = options.map((option) => [option.text, option.imageId])
  return JSON.stringify([id, text, imageId, codeSnippet, written])
}
