import type { Db } from '../deps.ts'

export async function takenCount(db: Db, studentId: string, examId: string): Promise<number> {
  const { count } = await db
    .selectFrom('attempts')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('student_id', '=', studentId)
    .where('exam_id', '=', examId)
    .executeTakeFirstOrThrow()
  return count
}

/** Attempts beyond what the exam allows, by exam. */
export async function grantCounts(db: Db, studentId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('grants')
    .select(['exam_id', (is) => is.fn.countAll<number>().as('count')])
    .where('student_id', '=', studentId)
    .groupBy('exam_id')
    .execute()
  return new Map(rows.map((row) => [row.exam_id, row.count]))
}
