import {
  type Attempt,
  addMinutes,
  getEffectiveAttempt,
  isOver,
  reopen,
} from '#core/attempts/attempt.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { type AuditEvent, audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { findExam, lockExamShared } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import { dropUnsentResults } from '../platform/mailer/result-queries.ts'
import { lockStudent } from '../students/queries.ts'
import type { AttemptRecord, AttemptWithAnswers } from './attempt-record.ts'
import { countLateAnswersOnReopening } from './late-answers.ts'
import { findAttemptForUpdate, findRunningAttempt } from './queries.ts'
import {
  addReopening,
  findAnyAttempt,
  listRunningAttemptsForUpdate,
  saveAttemptTime,
} from './time-adjustments.ts'

type AdjustTimeInput = { readonly attemptId: string; readonly why: string; readonly actor: Actor }

type ReopenRefusal = Refusal<
  'attempt-not-found' | 'attempt-running' | 'attempt-void' | 'no-time-left'
>
type ReopenedTime = { readonly endsAt: number; readonly resumesBy: number }
type ReopenInput = AdjustTimeInput & { readonly minutes: number }

/** Undoes an end: the attempt goes on with the time that was left, plus `minutes`. */
export function reopenAttempt(
  deps: Deps,
  input: ReopenInput,
): Promise<ReopenedTime | ReopenRefusal> {
  return deps.db.write((tx) => reopenInTransaction(tx, deps, input))
}

export async function reopenInTransaction(
  tx: Db,
  { db, now, newId }: Deps,
  { attemptId, minutes, why, actor }: ReopenInput,
): Promise<ReopenedTime | ReopenRefusal> {
  const found = await findAnyAttempt(tx, attemptId)
  // The same lock as a start takes: only one of the two may create a running attempt.
  if (found) {
    await lockExamShared(tx, found.examId)
    await lockStudent(tx, found.studentId)
  }
  const attempt = found && (await findAttemptForUpdate(tx, db.engine, { ...found, attemptId }))
  if (!attempt) return refuse('attempt-not-found')
  const another = await findRunningAttempt(tx, attempt.studentId, attempt.examId)

  const at = now()
  if (another) return refuse('attempt-running')
  if (attempt.isVoid) return refuse('attempt-void')
  const reopened = reopen(attempt, minutes, at)
  if (isRefusal(reopened)) return reopened

  await saveReopening(tx, { newId }, { attempt, reopened }, at)
  const { studentId } = attempt
  const event = { actor, action: 'attempt.reopened', subject: attemptId } as const
  const detail = minutes > 0 && { detail: { minutes } }
  await audit(tx, { newId }, { ...event, ...detail, values: { why }, person: studentId }, at)
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
    await audit(tx, { newId }, toExtensionEvent(attempt, { minutes, why, actor }), at)
    return { endsAt: extended.endsAt }
  })
}

type AddTimeToExamInput = {
  readonly examId: string
  readonly minutes: number
  readonly why: string
  /** The attempts to change; all running ones if omitted. */
  readonly attemptIds: readonly string[] | undefined
  readonly actor: Actor
}

export function addTimeToExam(
  { db, now, newId }: Deps,
  { examId, minutes, why, attemptIds, actor }: AddTimeToExamInput,
): Promise<{ changed: number } | Refusal<'test-not-found'>> {
  return db.write(async (tx) => {
    const exam = await findExam(tx, examId)
    if (!exam) return refuse('test-not-found')
    const running = await listRunningAttemptsForUpdate(tx, db.engine, examId)

    const at = now()
    const requestedIds = attemptIds && new Set(attemptIds)
    const chosen = running.filter(
      (attempt) => !isOver(attempt, at) && (!requestedIds || requestedIds.has(attempt.id)),
    )

    for (const attempt of chosen) {
      await saveAttemptTime(tx, { ...attempt, ...addMinutes(attempt, minutes) })
      await audit(tx, { newId }, toExtensionEvent(attempt, { minutes, why, actor }), at)
    }
    return { changed: chosen.length }
  })
}

function toExtensionEvent(
  { id, studentId }: AttemptRecord,
  { minutes, why, actor }: Pick<AddTimeToExamInput, 'minutes' | 'why' | 'actor'>,
): AuditEvent {
  return {
    actor,
    action: 'attempt.extended',
    subject: id,
    detail: { minutes },
    values: { why },
    person: studentId,
  }
}
