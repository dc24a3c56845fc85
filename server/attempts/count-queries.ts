import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../database/database.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { Tables } from '../database/tables.ts'

const attemptCount = preparedQuery<{ studentId: string; examId: string }, { count: number }>(
  (db, param) =>
    db
      .selectFrom('attempts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('student_id', '=', param('studentId'))
      .where('exam_id', '=', param('examId')),
)

export async function countAttempts(db: Db, studentId: string, examId: string): Promise<number> {
  const [row] = await attemptCount(db, { studentId, examId })
  return row?.count ?? 0
}

const grantCounts = preparedQuery<{ studentId: string }, { exam_id: string; count: number }>(
  (db, param) =>
    db
      .selectFrom('grants')
      .select(['exam_id', (eb) => eb.fn.countAll<number>().as('count')])
      .where('student_id', '=', param('studentId'))
      .groupBy('exam_id'),
)

/** Attempts beyond what the exam allows, by exam. */
export async function countExtraAttempts(
  db: Db,
  studentId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await grantCounts(db, { studentId })
  return new Map(rows.map((row) => [row.exam_id, row.count]))
}

export async function countRunningAttempts(db: Db, examId: string): Promise<number> {
  const { count } = await db
    .selectFrom('attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('exam_id', '=', examId)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Also by students who are deleted: their attempts come back with them. */
export async function hasAttempts(db: Db, examId: string): Promise<boolean> {
  const attempt = await db
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', examId)
    .limit(1)
    .executeTakeFirst()
  return attempt !== undefined
}

/** Counts over all exams; called often, and answered from an index of running attempts. */
export async function countAllRunningAttempts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * How many attempts these exams have, or all, without void ones and those of deleted students. Counted
 * from an index, minus those few: a join would read every row.
 */
export async function countAttemptsByExam(
  db: Db,
  examIds?: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (examIds?.length === 0) return new Map()
  const examsWithCount = db
    .selectFrom('attempts')
    .select((eb) => ['exam_id', eb.fn.countAll<number>().as('count')])
    .$if(examIds !== undefined, (some) => some.where('exam_id', 'in', examIds ?? []))
    .groupBy('exam_id')
  const all = await examsWithCount.execute()
  const hidden = await examsWithCount.where('student_id', 'in', selectDeletedStudents).execute()
  const voided = await examsWithCount
    .where('voided_at', 'is not', null)
    .where('student_id', 'not in', selectDeletedStudents)
    .execute()
  const counts = new Map(all.map((row) => [row.exam_id, Number(row.count)]))
  for (const { exam_id: id, count } of [...hidden, ...voided])
    counts.set(id, (counts.get(id) ?? 0) - Number(count))
  return counts
}

function selectDeletedStudents(eb: ExpressionBuilder<Tables, 'attempts'>) {
  return eb.selectFrom('students').select('id').where('deleted_at', 'is not', null)
}

/** By attempt; one without answers is missing. */
export async function countAnswers(
  db: Db,
  attemptIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (attemptIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('answers')
    .select(['attempt_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('attempt_id', 'in', attemptIds)
    .groupBy('attempt_id')
    .execute()
  return new Map(rows.map((row) => [row.attempt_id, row.count]))
}
