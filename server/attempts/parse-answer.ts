import type { Answer as WireAnswer } from '#contract/attempts.ts'
import { type Answer, type Attempt, answerQuestion } from '#core/attempts/attempt.ts'
import { parseAnswer } from '#core/attempts/presented-paper.ts'
import { limitSequence } from '#core/attempts/sequence.ts'
import type { Paper } from '#core/exams/exam.ts'
import type { WireFields } from '#core/questions/kind.ts'
import { isRefusal, type Refusal } from '#core/refusal.ts'

export type SubmittedAnswer = {
  readonly questionId: string
  /** The wire fields of the answer, parsed by the question's kind. */
  readonly sent: WireFields
  readonly sequence: number | undefined
}

export function toSubmittedAnswer(body: WireAnswer): SubmittedAnswer {
  const { questionId, sequence, ...sent } = body
  return { questionId, sent, sequence }
}

/** Pending answers from the device, applied in order before the attempt ends. */
export function applyAnswers(
  attempt: Attempt,
  paper: Paper,
  answers: readonly SubmittedAnswer[],
  at: number,
): Attempt | Refusal<'unknown-question' | 'unknown-option'> {
  let current: Attempt = attempt
  for (const { questionId, sent, sequence } of answers) {
    const value = parseAnswer(attempt, paper, questionId, sent)
    if (isRefusal(value)) return value
    const previous = current.answers[questionId]
    const answer = { value, sequence: resolveSequence(sequence, previous, at) }
    const next = answerQuestion(current, paper, questionId, answer, at)
    // The time is over, or paused; an unknown question is refused above.
    if (isRefusal(next)) return current
    current = next
  }
  return current
}

/** An answer without a sequence counts as the newest. */
export function resolveSequence(
  sequence: number | undefined,
  previous: Answer | undefined,
  at: number,
): Answer['sequence'] {
  if (sequence !== undefined) return limitSequence(sequence, at)
  return Math.max(at, (previous?.sequence ?? 0) + 1)
}
