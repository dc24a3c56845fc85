import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Members of batches and named students, each with their window and seat, if its exam is released. */
export function selectMembers(db: Db, windowIds: readonly string[]) {
  const windows = db
    .selectFrom('exam_windows')
    .innerJoin('exams', 'exams.id', 'exam_windows.exam_id')
    .select(['exam_windows.id as window_id', 'exam_windows.exam_id', 'exams.title'])
    .select(['opens_at', 'closes_at', 'latest_entry_at', 'ends_at_closing'])
    .where('exam_windows.id', 'in', windowIds)
    .where('exams.released_at', 'is not', null)
    .where('exams.deleted_at', 'is', null)
  return windows
    .innerJoin('batch_students', 'batch_students.batch_id', 'exam_windows.batch_id')
    .where('exam_windows.audience', '=', 'batch')
    .leftJoin('window_seats', (join) =>
      join
        .onRef('window_seats.window_id', '=', 'exam_windows.id')
        .onRef('window_seats.student_id', '=', 'batch_students.student_id'),
    )
    .select(['batch_students.student_id', 'room', 'seat'])
    .unionAll(
      windows
        .innerJoin('exam_window_students', 'exam_window_students.window_id', 'exam_windows.id')
        .where('exam_windows.audience', '=', 'students')
        .leftJoin('window_seats', (join) =>
          join
            .onRef('window_seats.window_id', '=', 'exam_windows.id')
            .onRef('window_seats.student_id', '=', 'exam_window_students.student_id'),
        )
        .select(['exam_window_students.student_id', 'room', 'seat']),
    )
}

/** True while students may still start by the window, as it is or as last emailed. */
export function isNotOver(columns: '' | 'notified_', at: number) {
  const closesAt = sql.ref(`${columns}closes_at`)
  const latestEntryAt = sql.ref(`${columns}latest_entry_at`)
  return sql<boolean>`(${closesAt} > ${sql.val(at)}
    and coalesce(${latestEntryAt}, ${closesAt}) >= ${sql.val(at)})`
}

export const isNotifiedOtherwise = sql<boolean>`(notified_title <> title or notified_opens_at <> opens_at
  or notified_closes_at <> closes_at or notified_ends_at_closing <> ends_at_closing
  or coalesce(notified_latest_entry_at, -1) <> coalesce(latest_entry_at, -1)
  or coalesce(notified_room, '') <> coalesce(room, '')
  or coalesce(notified_seat, 0) <> coalesce(seat, 0))`

/** Follows the rule of countAttemptsLeft (core/attempts/attempt.ts). */
export function canTake(pairs: 'members' | 'window_emails') {
  const examId = sql.ref(`${pairs}.exam_id`)
  const studentId = sql.ref(`${pairs}.student_id`)
  return sql<boolean>`exists (
    select 1 from exams as limits where limits.id = ${examId} and (
      limits.attempts_allowed = 0 or limits.attempts_allowed
        + (select count(*) from grants
            where grants.exam_id = ${examId} and grants.student_id = ${studentId})
        > (select count(*) from attempts
            where attempts.exam_id = ${examId} and attempts.student_id = ${studentId})
    )
  )`
}
