import type { AuditDetail } from '#contract/audit-log.ts'
import type { KeyReveal } from '#contract/key-guard.ts'
import {
  type Attempt,
  addMinutes,
  getEffectiveAttempt,
  isOver,
  reopen,
} from '#core/attempts/attempt.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { addReopening, findAnyAttempt, saveAttemptTime } from '../attempts/adjustment-queries.ts'
import type { AttemptWithAnswers } from '../attempts/attempt-record.ts'
import { findKeyReveal } from '../attempts/key-guard.ts'
import { countLateAnswersOnReopening } from '../attempts/late-answers.ts'
import { findAttemptForUpdate, findRunningAttempt } from '../attempts/queries.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { refuseUnconfirmed } from '../exams/key-guard.ts'
import { type Exam, lockExamShared } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import { dropUnsentResults } from '../platform/mailer/result-queries.ts'
import { lockStudent } from '../students/queries.ts'

type AdjustTimeInput = { readonly attemptId: string; readonly why: string; readonly actor: Actor }

type ReopenRefusal = Refusal<
  'attempt-not-found' | 'attempt-running' | 'attempt-void' | 'no-time-left'
>
type ReopenedTime = { readonly endsAt: number; readonly resumesBy: number }
type ReopenInput = AdjustTimeInput & {
  readonly minutes: number
  /** The action that it is part of, for the audit log. */
  readonly press?: AuditDetail
}

/**
 * Undoes an end: the attempt goes on with the time that was left, plus `minutes`. With `confirm:
 * false` not while its key is known.
 */
export function reopenAttempt(
  deps: Deps,
  { confirm, ...input }: ReopenInput & { readonly confirm: boolean | undefined },
): Promise<
  (ReopenedTime & Pick<KeyReveal, 'wouldReveal'>) | ReopenRefusal | Refusal<'key-still-needed'>
> {
  return deps.db.write(async (tx) => {
    const planned = await planReopening(tx, deps, input)
    if (isRefusal(planned)) return planned
    const { exam, attempt, reopened, at } = planned
    const untilByStudent = new Map([[attempt.studentId, reopened.endsAt]])
    const reveal = await findKeyReveal(tx, exam, { kind: 'reopen', untilByStudent }, at)
    const unconfirmed = refuseUnconfirmed(reveal, confirm)
    if (unconfirmed) return unconfirmed

    await saveAudited(tx, deps, planned, input)
    return { ...toReopenedTime(planned), wouldReveal: reveal.wouldReveal }
  })
}

export async function reopenInTransaction(
  tx: Db,
  deps: Deps,
  input: ReopenInput,
): Promise<ReopenedTime | ReopenRefusal> {
  const planned = await planReopening(tx, deps, input)
  if (isRefusal(planned)) return planned
  await saveAudited(tx, deps, planned, input)
  return toReopenedTime(planned)
}

type PlannedReopening = SaveReopeningInput & { readonly exam: Exam; readonly at: number }

async function planReopening(
  tx: Db,
  { db, now }: Deps,
  { attemptId, minutes }: ReopenInput,
): Promise<PlannedReopening | ReopenRefusal> {
  const found = await findAnyAttempt(tx, attemptId)
  // The same lock as a start takes: only one of the two may create a running attempt.
  const exam = found && (await lockExamShared(tx, found.examId))
  if (!exam) return refuse('attempt-not-found')
  await lockStudent(tx, found.studentId)
  const attempt = await findAttemptForUpdate(tx, db.engine, { ...found, attemptId })
  if (!attempt) return refuse('attempt-not-found')
  const another = await findRunningAttempt(tx, attempt.studentId, attempt.examId)

  const at = now()
  if (another) return refuse('attempt-running')
  if (attempt.isVoid) return refuse('attempt-void')
  const reopened = reopen(attempt, minutes, at)
  return isRefusal(reopened) ? reopened : { exam, attempt, reopened, at }
}

async function saveAudited(
  tx: Db,
  { newId }: Deps,
  { attempt, reopened, at }: PlannedReopening,
  { attemptId, minutes, why, actor, press }: ReopenInput,
) {
  await saveReopening(tx, { newId }, { attempt, reopened }, at)
  const { studentId } = attempt
  const event = { actor, action: 'attempt.reopened', subject: attemptId } as const
  const detail = { ...(minutes > 0 && { minutes }), ...press }
  await audit(tx, { newId }, { ...event, detail, values: { why }, person: studentId }, at)
}

function toReopenedTime({ reopened }: PlannedReopening): ReopenedTime {
  return { endsAt: reopened.endsAt, resumesBy: reopened.clockStartsAt }
}

type SaveReopeningInput = {
  readonly attempt: AttemptWithAnswers
  readonly reopened: Attempt & { readonly clockStartsAt: number }
}

/** With the end that it undoes; late answers become answers, and no result is told. */
export async function saveReopening(
  tx: Db,
  { newId }: Pick<Deps, 'newId'>,
  { attempt, reopened }: SaveReopeningInput,
  at: number,
) {
  const { finishedAt, finishReason } = getEffectiveAttempt(attempt, at)
  if (finishedAt !== null && finishReason !== null) {
    const { clockStartsAt } = reopened
    const end = { finishedAt, finishReason, reopenedAt: at, clockStartsAt }
    await addReopening(tx, newId(), attempt.id, end)
  }
  await countLateAnswersOnReopening(tx, attempt, at)
  await saveAttemptTime(tx, { ...attempt, ...reopened, reopenedAt: at })
  const { examId, studentId } = attempt
  await dropUnsentResults(tx, { examId, studentIds: [studentId] }, at)
}

export function addTime(
  { db, now, newId }: Deps,
  { attemptId, minutes, why, actor }: AdjustTimeInput & { minutes: number },
): Promise<{ endsAt: number } | Refusal<'attempt-not-found' | 'not-running'>> {
  return db.write(async (tx) => {
    const found = await findAnyAttempt(tx, attemptId)
    const attempt = found && (await findAttemptForUpdate(tx, db.engine, { ...found, attemptId }))
    if (!attempt) return refuse('attempt-not-found')

    const at = now()
    if (isOver(attempt, at)) return refuse('not-running')
    const extended = { ...attempt, ...addMinutes(attempt, minutes) }

    await saveAttemptTime(tx, extended)
    const event = { actor, action: 'attempt.extended', subject: attemptId } as const
    const person = attempt.studentId
    const about = { detail: { minutes }, values: { why }, person }
    await audit(tx, { newId }, { ...event, ...about }, at)
    return { endsAt: extended.endsAt }
  })
}
