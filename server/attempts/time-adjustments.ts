import type { AuditDetail } from '#contract/audit-log.ts'
import type { FinishReason, Reopening } from '#core/attempts/attempt.ts'
import type { Db } from '../database/database.ts'
import type { AttemptEventRow } from '../database/tables.ts'
import type { AttemptRecord } from './attempt-record.ts'
import { listWordsOfActions } from './words-of-actions.ts'

export async function addEvent(tx: Db, event: AttemptEventRow) {
  await tx.insertInto('attempt_events').values(event).execute()
}

/** Another process may have noticed the same. */
export async function addNoticedEvents(tx: Db, events: readonly AttemptEventRow[]) {
  await tx
    .insertInto('attempt_events')
    .values(events)
    .onConflict((clash) => clash.doNothing())
    .execute()
}

export async function saveEventDuration(tx: Db, eventId: string, durationMs: number) {
  await tx
    .updateTable('attempt_events')
    .set({ duration_ms: durationMs })
    .where('id', '=', eventId)
    .execute()
}

/** Ends the pause that lasts. */
export async function savePauseEnd(tx: Db, attemptId: string, at: number) {
  await tx
    .updateTable('attempt_events')
    .set((eb) => ({ duration_ms: eb(eb.val(at), '-', eb.ref('at')) }))
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'pause')
    .where('duration_ms', 'is', null)
    .execute()
}

/** Oldest first. */
export async function listEvents(db: Db, attemptId: string): Promise<AttemptEventRow[]> {
  return db
    .selectFrom('attempt_events')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

export type TimeAdjustment = {
  readonly id: string
  readonly at: number
  readonly isReopening: boolean
  /** The email address of who did it; null once that account is erased. */
  readonly by: string | null
  readonly minutes: number | null
  readonly why: string | null
}

/**
 * Lists the admins' changes to an attempt's time that still hold, from the audit log, oldest first.
 */
export async function listTimeAdjustments(db: Db, attemptId: string): Promise<TimeAdjustment[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('accounts', 'accounts.id', 'audit.actor_id')
    .leftJoin('audit_values', (join) =>
      join
        .onRef('audit_values.sequence', '=', 'audit.sequence')
        .on('audit_values.name', '=', 'why'),
    )
    .select(['audit.id', 'audit.at', 'action', 'email', 'detail', 'value'])
    .where('subject', '=', attemptId)
    .where('action', 'in', ['attempt.reopened', 'attempt.extended', 'attempt.action-undone'])
    .orderBy('audit.sequence')
    .execute()
  const toDetail = ({ detail }: (typeof rows)[number]) =>
    (detail === null ? {} : JSON.parse(detail)) as AuditDetail
  const toActionId = (row: (typeof rows)[number]) => toDetail(row).live as string | undefined
  const isUndone = ({ action }: (typeof rows)[number]) => action === 'attempt.action-undone'
  const undone = new Set(rows.filter(isUndone).map(toActionId))
  const standing = rows.filter((row) => !isUndone(row) && !isUndoneLater(toActionId(row), undone))
  const words = await listWordsOfActions(
    db,
    standing.flatMap((row) => toActionId(row) ?? []),
  )
  return standing.map((row) => ({
    id: row.id,
    at: row.at,
    isReopening: row.action === 'attempt.reopened',
    by: row.email,
    minutes: (toDetail(row).minutes as number | undefined) ?? null,
    why: words.get(toActionId(row) ?? '')?.why ?? (row.value && (JSON.parse(row.value) as string)),
  }))
}

function isUndoneLater(actionId: string | undefined, undone: ReadonlySet<string | undefined>) {
  return actionId !== undefined && undone.has(actionId)
}

export async function addReopening(tx: Db, id: string, attemptId: string, reopening: Reopening) {
  await tx
    .insertInto('undone_ends')
    .values({
      id,
      attempt_id: attemptId,
      finished_at: reopening.finishedAt,
      finish_reason: reopening.finishReason,
      reopened_at: reopening.reopenedAt,
      clock_starts_at: reopening.clockStartsAt,
    })
    .execute()
}

/** Oldest first. */
export async function listReopenings(db: Db, attemptId: string): Promise<Reopening[]> {
  const rows = await db
    .selectFrom('undone_ends')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .orderBy('reopened_at')
    .execute()
  return rows.map((row) => ({
    finishedAt: row.finished_at,
    finishReason: row.finish_reason as FinishReason,
    reopenedAt: row.reopened_at,
    clockStartsAt: row.clock_starts_at ?? row.reopened_at,
  }))
}

export async function addExtraAttempt(
  tx: Db,
  extraAttempt: { id: string; examId: string; studentId: string },
  at: number,
) {
  await tx
    .insertInto('grants')
    .values({
      id: extraAttempt.id,
      exam_id: extraAttempt.examId,
      student_id: extraAttempt.studentId,
      created_at: at,
    })
    .execute()
}

/** Any student's attempt: for admins. */
export async function findAnyAttempt(
  db: Db,
  attemptId: string,
): Promise<{ studentId: string; examId: string } | undefined> {
  return db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .innerJoin('students', 'students.id', 'attempts.student_id')
    .select(['student_id as studentId', 'exam_id as examId'])
    .where('attempts.id', '=', attemptId)
    .where('exams.deleted_at', 'is', null)
    .where('students.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function saveAttemptTime(tx: Db, attempt: AttemptRecord) {
  await tx
    .updateTable('attempts')
    .set({
      ends_at: attempt.endsAt,
      closes_at: attempt.closesAt,
      finished_at: attempt.finishedAt,
      finish_reason: attempt.finishReason,
      score: attempt.finishedAt === null ? null : attempt.score,
      reopened_at: attempt.reopenedAt,
      clock_starts_at: attempt.clockStartsAt,
      paused_at: attempt.pausedAt,
      paused_ms: attempt.pausedMs,
      time_changes: attempt.timeChanges,
    })
    .where('id', '=', attempt.id)
    .execute()
}

export async function saveVoid(tx: Db, attemptId: string, voidedAt: number | null) {
  await tx
    .updateTable('attempts')
    .set({ voided_at: voidedAt })
    .where('id', '=', attemptId)
    .execute()
}

/** Stores that the clock of a reopened attempt has started. */
export async function saveResumption(tx: Db, attempt: AttemptRecord) {
  await saveAttemptTime(tx, attempt)
  await tx
    .updateTable('undone_ends')
    .set({ clock_starts_at: attempt.clockStartsAt })
    .where('attempt_id', '=', attempt.id)
    .where('reopened_at', '=', attempt.reopenedAt)
    .execute()
}
