import type { Answer as WireAnswer } from '#contract/attempts.ts'
import { type Answer, type Attempt, answerQuestion, parseAnswer } from '#core/attempts/attempt.ts'
import type { Paper } from '#core/exams/exam.ts'
import type { WireFields } from '#core/questions/kind.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'

export type SubmittedAnswer = {
  readonly questionId: string
  /** What is chosen, in the words of the wire: the kind of the question reads it. */
  readonly sent: WireFields
  readonly sequence: number | undefined
}

export function toSubmittedAnswer(body: WireAnswer): SubmittedAnswer {
  const { questionId, sequence, ...sent } = body
  return { questionId, sent, sequence }
}

/** What waited on the device, taken in its order before an attempt ends. */
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
    const answer = { value, sequence: resolveSequence(current, questionId, sequence, at) }
    const next = answerQuestion(current, paper, questionId, answer, at)
    if (isRefusal(next))
      return next.refused === 'attempt-over' ? current : refuse('unknown-question')
    current = next
  }
  return current
}

/** Without a number of its own an answer comes after all that came before it. */
export function resolveSequence(
  attempt: Pick<Attempt, 'answers'>,
  questionId: string,
  sequence: number | undefined,
  at: number,
): Answer['sequence'] {
  return sequence ?? Math.max(at, (attempt.answers[questionId]?.sequence ?? 0) + 1)
}
