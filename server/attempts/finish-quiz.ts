import { finish, isOver, isWaiting } from '#core/attempts/attempt.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { getPaper } from '../exams/queries.ts'
import { closeAttempt } from './close-attempt.ts'
import type { SubmittedAnswer } from './parse-answer.ts'
import type { Caller, PlaceLog } from './place-log.ts'
import { savePlaces } from './place-queries.ts'
import { findAttemptForUpdate } from './queries.ts'
import { takeAnswers } from './take-answers.ts'
import { listReopenings } from './time-adjustments.ts'

type FinishQuizInput = {
  readonly studentId: string
  readonly attemptId: string
  readonly reason: string | undefined
  /** Answers still pending on the device, stored first in the same transaction. */
  readonly answers: readonly SubmittedAnswer[]
  /** The client's own score: compared for the log, never used. */
  readonly claimedScore?: unknown
  readonly caller: Caller
}
type FinishQuizRefusal = Refusal<'attempt-not-found' | 'unknown-question' | 'unknown-option'>

/**
 * The second finish of an attempt gets the first one's result, also while the attempt is open again
 * and waits for its student.
 */
export async function finishQuiz(
  deps: Deps,
  places: PlaceLog,
  input: FinishQuizInput,
): Promise<{ finishReason: string } | FinishQuizRefusal> {
  const { db, now, mail } = deps
  const finished = await db.write(async (tx) => {
    const attempt = await findAttemptForUpdate(tx, db.engine, input)
    if (!attempt) return refuse('attempt-not-found')
    const paper = await getPaper(tx, attempt.revisionId)

    const at = now()
    const answered = isOver(attempt, at)
      ? attempt
      : await takeAnswers(tx, attempt, paper, input.answers, at)
    if (isRefusal(answered)) return answered
    const ended = finish(answered, input.reason, at)
    if (attempt.finishedAt !== null) return { finishReason: attempt.finishReason ?? '' }

    if (isWaiting(attempt, at)) {
      const undone = (await listReopenings(tx, attempt.id)).at(-1)
      return { finishReason: undone?.finishReason ?? '' }
    }
    await savePlaces(tx, places.listDue(attempt.id, input.caller, at, true))
    const { score } = await closeAttempt(tx, deps, { ...attempt, ...ended }, at)
    if (typeof input.claimedScore === 'number' && input.claimedScore !== score) {
      await auditForgedScore(tx, deps, { ...input, score, claimed: input.claimedScore }, at)
    }
    return { finishReason: ended.finishReason ?? '' }
  })
  if (!isRefusal(finished)) places.forget(input.attemptId)
  mail.wake()
  return finished
}

type ForgedScore = Pick<FinishQuizInput, 'studentId' | 'attemptId' | 'caller'> & {
  readonly claimed: number
  readonly score: number
}

function auditForgedScore(
  tx: Db,
  deps: Deps,
  { studentId, attemptId, caller, claimed, score }: ForgedScore,
  at: number,
) {
  const actor = { id: studentId, email: '', address: caller.ip }
  const detail = { claimed, score }
  return audit(tx, deps, { actor, action: 'score.forged', subject: attemptId, detail }, at)
}
