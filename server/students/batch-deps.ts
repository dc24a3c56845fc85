import type { Expression, SqlBool } from 'kysely'
import type { Db } from '../database/database.ts'

/** Batches are a slice to the right, so the app passes in what is asked of them. */
export type BatchDeps = {
  readonly hasBatches: (db: Db) => Promise<boolean>
  readonly isInBatch: (studentId: string, batchId: string) => Expression<SqlBool>
  readonly listBatchNames: (
    db: Db,
    studentIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly string[]>>
}

/** The part of a query that a batch makes. */
export function toMemberQuery({ isInBatch }: BatchDeps, batchId: string | undefined) {
  return { isMember: batchId === undefined ? undefined : isInBatch('students.id', batchId) }
}
