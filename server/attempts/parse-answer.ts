import type { Answer as WireAnswer } from '#contract/attempts.ts'
import {
  type Answer,
  type Attempt,
  answerQuestion,
  type Choice,
  findChosenOption,
} from '#core/attempts/attempt.ts'
import type { Paper } from '#core/exams/exam.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'

export type SubmittedAnswer = {
  readonly questionId: string
  readonly choice: Choice
  readonly sequence: number | undefined
}

export function parseAnswer(body: WireAnswer): SubmittedAnswer {
  const { questionId, selectedAnswer, selectedOption, sequence } = body
  return { questionId, choice: { text: selectedAnswer, presentedIndex: selectedOption }, sequence }
}

/** What waited on the device, taken in its order before an attempt ends. */
export function applyAnswers(
  attempt: Attempt,
  paper: Paper,
  answers: readonly SubmittedAnswer[],
  at: number,
): Attempt | Refusal<'unknown-question' | 'unknown-option'> {
  let current: Attempt = attempt
  for (const { questionId, choice, sequence } of answers) {
    const option = findChosenOption(attempt, paper, questionId, choice)
    if (isRefusal(option)) return option
    const chosen = { option, sequence: resolveSequence(current, questionId, sequence, at) }
    const next = answerQuestion(current, paper, questionId, chosen, at)
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
