import { type Attempt, answer, type Choice, finish, isOver, optionOf } from '#core/attempt.ts'
import type { Paper } from '#core/exam.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { KeptAttempt } from '../attempt-head.ts'
import type { Deps } from '../deps.ts'
import { paperOf } from '../exams/store.ts'
import { endAttempt } from './end-attempt.ts'
import { attemptToChange, saveAnswer } from './store.ts'
import { sequenceOf } from './submit-answer.ts'

export type LateAnswer = {
  readonly questionId: string
  readonly choice: Choice
  readonly sequence: number | undefined
}
type Given = {
  readonly studentId: string
  readonly attemptId: string
  readonly reason: string | undefined
  /** Still waiting on the device: taken first, in the same transaction. */
  readonly answers: readonly LateAnswer[]
}
type Refused = Refusal<'attempt-not-found' | 'unknown-question' | 'unknown-option'>

/** The second finish of an attempt gets the first one's result. */
export async function finishQuiz(
  deps: Deps,
  given: Given,
): Promise<{ finishReason: string } | Refused> {
  const { db, now, mail } = deps
  const finished = await db.write(async (tx) => {
    const attempt = await attemptToChange(tx, db.engine, given)
    if (!attempt) return refuse('attempt-not-found')
    const paper = await paperOf(tx, attempt.revisionId)

    const at = now()
    const answered = isOver(attempt, at) ? attempt : takeAll(attempt, paper, given.answers, at)
    if (isRefusal(answered)) return answered
    const ended = finish(answered, given.reason, at)
    if (attempt.finishedAt !== null) return { finishReason: attempt.finishReason ?? '' }

    for (const [questionId, chosen] of Object.entries(answered.answers)) {
      const isNew = attempt.answers[questionId] !== chosen
      if (isNew) await saveAnswer(tx, attempt.id, questionId, chosen, at)
    }
    await endAttempt(tx, deps, { ...attempt, ...ended }, at)
    return { finishReason: ended.finishReason ?? '' }
  })
  mail.wake()
  return finished
}

function takeAll(
  attempt: KeptAttempt,
  paper: Paper,
  answers: readonly LateAnswer[],
  at: number,
): Attempt | Refusal<'unknown-question' | 'unknown-option'> {
  let taken: Attempt = attempt
  for (const { questionId, choice, sequence } of answers) {
    const option = optionOf(attempt, paper, questionId, choice)
    if (isRefusal(option)) return option
    const chosen = { option, sequence: sequenceOf(taken, questionId, sequence, at) }
    const next = answer(taken, paper, questionId, chosen, at)
    if (isRefusal(next)) return next.refused === 'attempt-over' ? taken : refuse('unknown-question')
    taken = next
  }
  return taken
}
