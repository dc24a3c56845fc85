import type { z } from 'zod'
import type { listDeletedStudents } from '#contract/students.ts'
import { markAccountsDeleted } from '../accounts/deletion-queries.ts'
import { type Db, lockRow } from '../database/database.ts'
import { type CountedPage, paginate, type SortColumns } from '../database/pagination.ts'
import {
  matchesStudent,
  type StudentQuery,
  type StudentRecord,
  type StudentSort,
} from './queries.ts'

type DeletedStudentsQuery = z.output<typeof listDeletedStudents.query> &
  Pick<StudentQuery, 'findsParents'>

/** SQLite takes some thousands of values in one statement, PostgreSQL 65,535. */
const chunkSize = 500

const sortColumns: SortColumns<StudentSort> = {
  name: ['name_key', 'id'],
  time: ['deleted_at', 'id'],
}

/** Those deleted after `since`. */
export function listDeleted(
  db: Db,
  query: DeletedStudentsQuery,
  since: number,
): Promise<CountedPage<StudentRecord>> {
  const deleted = db.selectFrom('students').where('deleted_at', '>', since)
  return paginate(query, {
    matching: deleted.where(matchesStudent(query)),
    columns: sortColumns,
    load: (page) => page.selectAll().execute(),
  })
}

/** @returns those that are there, which nobody else changes until the transaction ends */
export async function lockStudents(tx: Db, ids: readonly string[]): Promise<string[]> {
  const present: string[] = []
  for (const chunk of toChunks(ids.toSorted())) {
    const rows = await tx
      .selectFrom('students')
      .select('id')
      .where('id', 'in', chunk)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .$call(lockRow(tx))
      .execute()
    present.push(...rows.map(({ id }) => id))
  }
  return present
}

/**
 * Only marks them, so that restoring puts everything back: a session is kept too, and is good for
 * nothing while its account is deleted.
 */
export async function markStudentsDeleted(tx: Db, ids: readonly string[], at: number) {
  for (const chunk of toChunks(ids)) {
    await tx.updateTable('students').set({ deleted_at: at }).where('id', 'in', chunk).execute()
  }
  await markAccountsDeleted(tx, ids, at)
}

export async function restoreDeletedStudents(tx: Db, ids: readonly string[]) {
  for (const chunk of toChunks(ids)) {
    await tx.updateTable('students').set({ deleted_at: null }).where('id', 'in', chunk).execute()
  }
  await markAccountsDeleted(tx, ids, null)
}

export type DeletedStudent = Pick<StudentRecord, 'id' | 'name' | 'email' | 'roll_number'>

/** Finds those of these students that were deleted after `since`. */
export async function findDeletedStudents(
  db: Db,
  ids: readonly string[],
  since: number,
): Promise<DeletedStudent[]> {
  const deleted: DeletedStudent[] = []
  for (const chunk of toChunks(ids)) {
    const rows = await db
      .selectFrom('students')
      .select(['id', 'name', 'email', 'roll_number'])
      .where('id', 'in', chunk)
      .where('deleted_at', '>', since)
      .execute()
    deleted.push(...rows)
  }
  return deleted
}

export type StudentToErase = Pick<StudentRecord, 'id' | 'front_image_id' | 'back_image_id'>

/** From now on nobody may restore them. */
export async function expireRestorePeriod(tx: Db, id: string, deletedAt: number) {
  await tx.updateTable('students').set({ deleted_at: deletedAt }).where('id', '=', id).execute()
  await markAccountsDeleted(tx, [id], deletedAt)
}

/** Deleted so long ago that nobody may restore them. */
export async function listStudentsToErase(
  db: Db,
  until: number,
  limit: number,
): Promise<StudentToErase[]> {
  return db
    .selectFrom('students')
    .select(['id', 'front_image_id', 'back_image_id'])
    .where('deleted_at', '<=', until)
    .orderBy('deleted_at')
    .limit(limit)
    .execute()
}

function* toChunks(all: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < all.length; from += chunkSize) yield all.slice(from, from + chunkSize)
}
