import type { FinishReason, Reopening } from '#core/attempts/attempt.ts'
import type { Db } from '../database/database.ts'
import type { AttemptRecord } from './attempt-record.ts'

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
