import type { AnswerKey } from '#contract/grading.ts'
import { toOptionLetter } from '#core/exams/exam.ts'

/** As an index, null for everyone, undefined for what is printed. */
export function parseKey(word: AnswerKey): number | null | undefined {
  if (word === 'printed') return undefined
  return word === 'everyone' ? null : 'ABCD'.indexOf(word)
}

export function formatKey(key: number | null): AnswerKey {
  return key === null ? 'everyone' : (toOptionLetter(key) as AnswerKey)
}
