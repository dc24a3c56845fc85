import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { listBatches as listContract } from '#contract/batches.ts'
import { buildSearchKey } from '#core/text.ts'
import { type Db, lockRow } from '../database/database.ts'
import {
  type CountedPage,
  filterBySearch,
  type PageRequest,
  paginate,
  type SortColumns,
} from '../database/pagination.ts'
import type { BatchRow } from '../database/tables.ts'

export type Batch = {
  readonly id: string
  readonly name: string
  readonly course: string
  /** Dates at the institute, like 2026-11-21. */
  readonly startDay: string
  readonly endDay: string
  readonly seats: number | null
  readonly createdAt: number
  readonly deletedAt: number | null
  readonly version: number
}

type BatchQuery = z.output<typeof listContract.query>
type BatchSort = NonNullable<BatchQuery['sort']>

const searchedColumns = ['name_key', 'course']

export async function listBatches(
  db: Db,
  query: BatchQuery,
  today: string,
): Promise<CountedPage<Batch>> {
  const columns: SortColumns<BatchSort> = { name: ['name_key', 'id'], time: ['start_day', 'id'] }
  const present = db
    .selectFrom('batches')
    .where('deleted_at', 'is', null)
    .$if(query.state === 'current', (list) => list.where('end_day', '>=', today))
    .$if(query.state === 'over', (list) => list.where('end_day', '<', today))
    .$if(query.studentId !== undefined, (list) =>
      list.where('id', 'in', (eb) =>
        eb
          .selectFrom('batch_students')
          .select('batch_id')
          .where('student_id', '=', query.studentId ?? ''),
      ),
    )
  return paginate(query, {
    matching: filterBySearch(present, query.search, searchedColumns),
    columns,
    load: async (page) => (await page.selectAll().execute()).map(toBatch),
  })
}

/** All that are not deleted, by the key of their name: no two have one. */
export async function listNamedBatches(
  db: Db,
): Promise<ReadonlyMap<string, Pick<Batch, 'id' | 'name'>>> {
  const rows = await db
    .selectFrom('batches')
    .select(['id', 'name', 'name_key'])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ name_key: key, ...batch }) => [key, batch]))
}

/** Those deleted after `since`. */
export async function listDeletedBatches(
  db: Db,
  query: PageRequest & Pick<BatchQuery, 'search' | 'sort'>,
  since: number,
): Promise<CountedPage<Batch>> {
  const columns: SortColumns<BatchSort> = { name: ['name_key', 'id'], time: ['deleted_at', 'id'] }
  const deleted = db.selectFrom('batches').where('deleted_at', '>', since)
  return paginate(query, {
    matching: filterBySearch(deleted, query.search, searchedColumns),
    columns,
    load: async (page) => (await page.selectAll().execute()).map(toBatch),
  })
}

export async function findBatch(db: Db, id: string): Promise<Batch | undefined> {
  const row = await db
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && toBatch(row)
}

/** Deleted or not. Locks the row: `shared` by those who only need it to stay. */
export async function lockBatch(
  tx: Db,
  id: string,
  mode: 'exclusive' | 'shared' = 'exclusive',
): Promise<Batch | undefined> {
  const row = await tx
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', id)
    .$call(lockRow(tx, mode))
    .executeTakeFirst()
  return row && toBatch(row)
}

/** By the name of a batch that is not deleted, whatever its capitals. */
export async function isBatchNameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('batches')
    .select('id')
    .where('name_key', '=', buildSearchKey(name))
    .where('deleted_at', 'is', null)
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

export async function saveBatch(tx: Db, batch: Batch): Promise<void> {
  const row = {
    name: batch.name,
    name_key: buildSearchKey(batch.name),
    course: batch.course,
    start_day: batch.startDay,
    end_day: batch.endDay,
    seats: batch.seats,
    deleted_at: batch.deletedAt,
    version: batch.version,
  }
  await tx
    .insertInto('batches')
    .values({ id: batch.id, created_at: batch.createdAt, ...row })
    .onConflict((clash) => clash.column('id').doUpdateSet(row))
    .execute()
}

/** Deleted so long ago that nobody may restore it. */
export async function findBatchToErase(db: Db, until: number): Promise<Batch | undefined> {
  const row = await db
    .selectFrom('batches')
    .selectAll()
    .where('deleted_at', '<=', until)
    .orderBy('deleted_at')
    .limit(1)
    .executeTakeFirst()
  return row && toBatch(row)
}

/** Memberships are erased with it by their foreign key. */
export async function eraseBatch(tx: Db, id: string) {
  await tx.deleteFrom('batches').where('id', '=', id).execute()
}

function toBatch(row: Selectable<BatchRow>): Batch {
  return {
    id: row.id,
    name: row.name,
    course: row.course,
    startDay: row.start_day,
    endDay: row.end_day,
    seats: row.seats,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
    version: row.version,
  }
}
