import type { AnswerKey } from '#contract/grading.ts'
import type { KeyCorrection } from '#core/questions/key-correction.ts'
import { type AnswerValue, kindOf, type Question } from '#core/questions/question.ts'
import { type Refusal, refuse } from '#core/refusal.ts'

/** Undefined for what is printed. */
export function parseKey(
  question: Question,
  word: AnswerKey,
): KeyCorrection<AnswerValue> | undefined | Refusal<'unknown-option'> {
  if (word === 'printed') return undefined
  if (word === 'everyone') return { type: 'everyone' }
  return kindOf(question).parseKey(question, word) ?? refuse('unknown-option')
}

export function formatKey(question: Question, correction: KeyCorrection<AnswerValue>): AnswerKey {
  return correction.type === 'everyone' ? 'everyone' : kindOf(question).formatKey(correction)
}
