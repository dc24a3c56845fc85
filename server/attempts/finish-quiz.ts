import { finish, isOver, isWaiting } from '#core/attempts/attempt.ts'
import { classifyLateAnswer, leaveOutNotes } from '#core/attempts/late-answers.ts'
import { parseAnswer } from '#core/attempts/presented-paper.ts'
import { limitSequence } from '#core/attempts/sequence.ts'
import type { Paper } from '#core/exams/exam.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { getPaper } from '../exams/queries.ts'
import type { Caller, PlaceLog } from '../presence/place-log.ts'
import { savePlaces } from '../presence/place-queries.ts'
import { listReopenings } from './adjustment-queries.ts'
import type { AttemptWithAnswers } from './attempt-record.ts'
import { closeAttempt } from './close-attempt.ts'
import type { SubmittedAnswer } from './parse-answer.ts'
import { findAttemptForUpdate } from './queries.ts'
import { takeAnswers } from './take-answers.ts'

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
/** `notTaken` names questions whose answers came too late, where there are any. */
type FinishedQuiz = { readonly finishReason: string; readonly notTaken?: string[] }
type FinishQuizRefusal = Refusal<
  'attempt-not-found' | 'attempt-paused' | 'unknown-question' | 'unknown-option'
>

/**
 * The second finish of an attempt gets the first one's result, also while the attempt is open again
 * and waits for its student.
 */
export async function finishQuiz(
  deps: Deps,
  places: PlaceLog,
  input: FinishQuizInput,
): Promise<FinishedQuiz | FinishQuizRefusal> {
  const { db, now, mail } = deps
  const finished = await db.write(async (tx): Promise<FinishedQuiz | FinishQuizRefusal> => {
    const attempt = await findAttemptForUpdate(tx, db.engine, input)
    if (!attempt) return refuse('attempt-not-found')
    // From a page that does not know of the pause: its device keeps what it sent along.
    if (attempt.pausedAt !== null) return refuse('attempt-paused')
    const paper = await getPaper(tx, attempt.revisionId)

    const at = now()
    const answered = isOver(attempt, at)
      ? attempt
      : await takeAnswers(tx, attempt, paper, input.answers, at)
    if (isRefusal(answered)) return answered
    const ended = finish(answered, input.reason, at)
    const notTaken = isOver(attempt, at) ? listNotTaken(attempt, paper, input.answers, at) : []
    const lateAnswers = notTaken.length > 0 && { notTaken }
    if (attempt.finishedAt !== null)
      return { finishReason: attempt.finishReason ?? '', ...lateAnswers }

    if (isWaiting(attempt, at)) {
      const undone = (await listReopenings(tx, attempt.id)).at(-1)
      return { finishReason: undone?.finishReason ?? '' }
    }
    await savePlaces(tx, places.listDue(attempt.id, input.caller, at, true))
    const { score } = await closeAttempt(tx, deps, { ...attempt, ...ended }, at)
    if (typeof input.claimedScore === 'number' && input.claimedScore !== score) {
      await auditForgedScore(tx, deps, { ...input, score, claimed: input.claimedScore }, at)
    }
    return { finishReason: ended.finishReason ?? '', ...lateAnswers }
  })
  if (!isRefusal(finished)) places.forget(input.attemptId)
  mail.wake()
  return finished
}

/**
 * A device whose clock has stood still, as in sleep, takes itself to be in time: the reply names
 * which of its answers do not count, so that it keeps them.
 */
function listNotTaken(
  attempt: AttemptWithAnswers,
  paper: Paper,
  answers: readonly SubmittedAnswer[],
  at: number,
): string[] {
  const late = leaveOutNotes(answers).filter(({ questionId, sent, sequence }) => {
    const value = parseAnswer(attempt, paper, questionId, sent)
    if (sequence === undefined || isRefusal(value)) return false
    const answer = { value, sequence: limitSequence(sequence, at) }
    return classifyLateAnswer(attempt, questionId, answer) !== 'saved'
  })
  return [...new Set(late.map(({ questionId }) => questionId))]
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
