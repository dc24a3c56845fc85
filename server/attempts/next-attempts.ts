import { findNextAttempt, type NextAttempt } from '#core/attempts/next-attempt.ts'
import { type Db, toBatches } from '../database/database.ts'
import { listStudentWindows } from '../exam-windows/student-windows.ts'

const batchSize = 500

/** By student: what those who have taken an exam may still do; one with no attempt left is missing. */
export async function loadNextAttempts(
  db: Db,
  { examId, studentIds }: { examId: string; studentIds: readonly string[] },
  at: number,
): Promise<ReadonlyMap<string, NextAttempt>> {
  const exam = await db
    .selectFrom('exams')
    .select(['attempts_allowed as allowed', 'released_at as releasedAt'])
    .where('id', '=', examId)
    .executeTakeFirstOrThrow()
  const found = new Map<string, NextAttempt>()
  for (const ids of toBatches([...new Set(studentIds)], batchSize)) {
    const taken = await countByStudent(db, 'attempts', { examId, ids })
    const granted = await countByStudent(db, 'grants', { examId, ids })
    for (const studentId of ids) {
      const counts = {
        taken: taken.get(studentId) ?? 0,
        allowed: exam.allowed,
        granted: granted.get(studentId) ?? 0,
        isReleased: exam.releasedAt !== null,
      }
      // Most have none left, and their windows need not be read.
      if (!findNextAttempt({ ...counts, windows: null }, at)) continue
      const windows = await listStudentWindows(db, { examId, studentId })
      const next = findNextAttempt({ ...counts, windows }, at)
      if (next) found.set(studentId, next)
    }
  }
  return found
}

async function countByStudent(
  db: Db,
  table: 'attempts' | 'grants',
  { examId, ids }: { examId: string; ids: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom(table)
    .select((eb) => ['student_id as id', eb.fn.countAll<number>().as('count')])
    .where('exam_id', '=', examId)
    .where('student_id', 'in', ids)
    .groupBy('student_id')
    .execute()
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}
