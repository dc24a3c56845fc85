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

export type LateAnswer = {
  readonly questionId: string
  readonly choice: Choice
  readonly sequence: number | undefined
}

export function lateAnswer(body: WireAnswer): LateAnswer {
  const { questionId, selectedAnswer, selectedOption, sequence } = body
  return { questionId, choice: { text: selectedAnswer, presentedIndex: selectedOption }, sequence }
}

/** What waited on the device, taken in its order before an attempt ends. */
export function takeAnswers(
  attempt: Attempt,
  paper: Paper,
  answers: readonly LateAnswer[],
  at: number,
): Attempt | Refusal<'unknown-question' | 'unknown-option'> {
  let taken: Attempt = attempt
  for (const { questionId, choice, sequence } of answers) {
    const option = findChosenOption(attempt, paper, questionId, choice)
    if (isRefusal(option)) return option
    const chosen = { option, sequence: sequenceOf(taken, questionId, sequence, at) }
    const next = answerQuestion(taken, paper, questionId, chosen, at)
    if (isRefusal(next)) return next.refused === 'attempt-over' ? taken : refuse('unknown-question')
    taken = next
  }
  return taken
}

/** Without a number of its own an answer comes after all that came before it. */
export function sequenceOf(
  attempt: Pick<Attempt, 'answers'>,
  questionId: string,
  sequence: number | undefined,
  at: number,
): Answer['sequence'] {
  return sequence ?? Math.max(at, (attempt.answers[questionId]?.sequence ?? 0) + 1)
}
