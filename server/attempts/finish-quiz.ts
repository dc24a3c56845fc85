import { finish, isOver } from '#core/attempts/attempt.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db, Deps } from '../deps.ts'
import { paperOf } from '../exams/store.ts'
import { closeAttempt } from './close-attempt.ts'
import { applyAnswers, type SubmittedAnswer } from './parse-answer.ts'
import type { Caller, PlaceLog } from './place-log.ts'
import { savePlaces } from './place-queries.ts'
import { attemptToChange, saveAnswer } from './store.ts'

type Given = {
  readonly studentId: string
  readonly attemptId: string
  readonly reason: string | undefined
  /** Still waiting on the device: taken first, in the same transaction. */
  readonly answers: readonly SubmittedAnswer[]
  /** What the client says, which is compared and never counts. */
  readonly claimedScore?: unknown
  readonly caller: Caller
}
type Refused = Refusal<'attempt-not-found' | 'unknown-question' | 'unknown-option'>

/** The second finish of an attempt gets the first one's result. */
export async function finishQuiz(
  deps: Deps,
  places: PlaceLog,
  given: Given,
): Promise<{ finishReason: string } | Refused> {
  const { db, now, mail } = deps
  const finished = await db.write(async (tx) => {
    const attempt = await attemptToChange(tx, db.engine, given)
    if (!attempt) return refuse('attempt-not-found')
    const paper = await paperOf(tx, attempt.revisionId)

    const at = now()
    const answered = isOver(attempt, at) ? attempt : applyAnswers(attempt, paper, given.answers, at)
    if (isRefusal(answered)) return answered
    const ended = finish(answered, given.reason, at)
    if (attempt.finishedAt !== null) return { finishReason: attempt.finishReason ?? '' }

    for (const [questionId, chosen] of Object.entries(answered.answers)) {
      const isNew = attempt.answers[questionId] !== chosen
      if (isNew) await saveAnswer(tx, attempt.id, questionId, chosen, at)
    }
    await savePlaces(tx, places.listDue(attempt.id, given.caller, at, true))
    const { score } = await closeAttempt(tx, deps, { ...attempt, ...ended }, at)
    if (typeof given.claimedScore === 'number' && given.claimedScore !== score) {
      await auditForgedScore(tx, deps, { ...given, score, claimed: given.claimedScore }, at)
    }
    return { finishReason: ended.finishReason ?? '' }
  })
  if (!isRefusal(finished)) places.forget(given.attemptId)
  mail.wake()
  return finished
}

type ForgedScore = Pick<Given, 'studentId' | 'attemptId' | 'caller'> & {
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
