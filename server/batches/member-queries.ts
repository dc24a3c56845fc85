import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { listBatchStudents as listContract } from '#contract/batches.ts'
import { type Db, toBatches } from '../database/database.ts'
import { type CountedPage, paginate, type SortColumns } from '../database/pagination.ts'
import { matchesStudent, type StudentSort } from '../students/queries.ts'

const chunkSize = 500

/** By batch, without deleted students; a batch without students is missing. */
export async function countBatchStudents(
  db: Db,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (batchIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('batch_students')
    .innerJoin('students', 'students.id', 'batch_students.student_id')
    .select((eb) => ['batch_id', eb.fn.countAll<number>().as('count')])
    .where('batch_id', 'in', batchIds)
    .where('students.deleted_at', 'is', null)
    .groupBy('batch_id')
    .execute()
  return new Map(rows.map(({ batch_id: id, count }) => [id, Number(count)]))
}

/** Whether there is any: lists have no column for what an institute does not use. */
export async function hasBatches(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('batches')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the student, named by this column, is in the batch; nobody is in a deleted one. */
export function isInBatch(studentId: string, batchId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(studentId)} in (
    select batch_students.student_id
    from batch_students inner join batches on batches.id = batch_students.batch_id
    where batch_students.batch_id = ${batchId} and batches.deleted_at is null
  )`
}

/** The names of each student's batches, by the student's id; who is in none is missing. */
export async function listBatchNames(
  db: Db,
  studentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>()
  for (const ids of toBatches(studentIds, chunkSize)) {
    const rows = await db
      .selectFrom('batch_students')
      .innerJoin('batches', 'batches.id', 'batch_students.batch_id')
      .select(['student_id', 'batches.name'])
      .where('student_id', 'in', ids)
      .where('batches.deleted_at', 'is', null)
      .orderBy('name_key')
      .execute()
    for (const { student_id: id, name } of rows) names.set(id, [...(names.get(id) ?? []), name])
  }
  return names
}

export type BatchMember = {
  readonly id: string
  readonly name: string
  readonly rollNumber: string | undefined
  readonly email: string
  readonly phone: string
  readonly course: string
  readonly extraTimePercent: number
  readonly addedAt: number
}

const sortColumns: SortColumns<StudentSort> = {
  name: ['name_key', 'students.id'],
  time: ['added_at', 'students.id'],
}

export function listBatchMembers(
  db: Db,
  batchId: string,
  query: z.output<typeof listContract.query>,
): Promise<CountedPage<BatchMember>> {
  return paginate(query, {
    matching: db
      .selectFrom('students')
      .innerJoin('batch_students', 'batch_students.student_id', 'students.id')
      .where('batch_id', '=', batchId)
      .where('deleted_at', 'is', null)
      .where(matchesStudent({ search: query.search, findsParents: false })),
    columns: sortColumns,
    load: async (page) => {
      const rows = await page
        .select(['students.id', 'name', 'email', 'phone', 'course', 'extra_time_percent'])
        .select(['added_at', 'roll_number as rollNumber'])
        .execute()
      return rows.map(({ extra_time_percent: extraTimePercent, added_at: addedAt, ...row }) => ({
        ...row,
        rollNumber: row.rollNumber ?? undefined,
        extraTimePercent,
        addedAt,
      }))
    },
  })
}

/** Without deleted students. */
export async function listMemberIds(db: Db, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('batch_students')
    .innerJoin('students', 'students.id', 'batch_students.student_id')
    .select('students.id')
    .where('batch_id', '=', batchId)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export type Membership = { readonly id: string; readonly addedAt: number }

/** Passes over those who are in it already, and who are no students. @returns who was added */
export async function addBatchStudents(
  tx: Db,
  batchId: string,
  memberships: readonly Membership[],
): Promise<string[]> {
  const addedAt = new Map(memberships.map((member) => [member.id, member.addedAt]))
  const added: string[] = []
  for (const chunk of toBatches([...addedAt.keys()], chunkSize)) {
    const present = await tx
      .selectFrom('students')
      .select('id')
      .where('id', 'in', chunk)
      .where('deleted_at', 'is', null)
      .execute()
    if (present.length === 0) continue
    const rows = await tx
      .insertInto('batch_students')
      .values(
        present.map(({ id }) => ({
          batch_id: batchId,
          student_id: id,
          added_at: addedAt.get(id) ?? 0,
        })),
      )
      .onConflict((clash) => clash.columns(['batch_id', 'student_id']).doNothing())
      .returning('student_id')
      .execute()
    added.push(...rows.map((row) => row.student_id))
  }
  return added
}

/**
 * Passes over deleted students: they are on no list to be chosen from, and are in their batches again
 * once restored.
 * @returns who was in it, and since when
 */
export async function removeBatchStudents(
  tx: Db,
  batchId: string,
  studentIds: readonly string[],
): Promise<Membership[]> {
  const removed: Membership[] = []
  for (const chunk of toBatches(studentIds, chunkSize)) {
    const rows = await tx
      .deleteFrom('batch_students')
      .where('batch_id', '=', batchId)
      .where('student_id', 'in', (eb) =>
        eb
          .selectFrom('students')
          .select('id')
          .where('id', 'in', chunk)
          .where('deleted_at', 'is', null),
      )
      .returning(['student_id', 'added_at'])
      .execute()
    removed.push(...rows.map((row) => ({ id: row.student_id, addedAt: row.added_at })))
  }
  return removed
}
