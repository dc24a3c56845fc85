import { sql } from 'kysely'
import type { z } from 'zod'
import type { listEnquiries as contract } from '#contract/enquiries.ts'
import { buildSearchKey } from '#core/text/search-key.ts'
import { containsText } from '../database/contains-text.ts'
import type { Db } from '../database/database.ts'
import type { EnquiryRow } from '../database/tables.ts'

export type EnquiryQuery = z.output<typeof contract.query>

export async function addEnquiry(tx: Db, enquiry: Omit<EnquiryRow, 'name_key' | 'handled_at'>) {
  await tx
    .insertInto('enquiries')
    .values({ ...enquiry, name_key: buildSearchKey(enquiry.name), handled_at: null })
    .execute()
}

export async function listEnquiries(
  db: Db,
  query: EnquiryQuery,
): Promise<{ rows: EnquiryRow[]; total: number }> {
  const matching = filterEnquiries(db, query.search)
  const { total } = await matching
    .select((is) => is.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('created_at', query.sort === 'oldest' ? 'asc' : 'desc')
    .orderBy('id')
    .limit(query.limit ?? sql.lit(100_000_000))
    .offset(query.offset ?? 0)
    .execute()
  return { rows, total }
}

function filterEnquiries(db: Db, search: string | undefined) {
  const key = buildSearchKey(search ?? '')
  const all = db.selectFrom('enquiries')
  if (!key) return all
  return all.where((is) =>
    is.or([
      containsText(is.ref('name_key'), key),
      containsText(is.ref('email'), key),
      containsText(is.ref('contact'), key),
    ]),
  )
}

/** Handled, or sent and never handled, so long ago that they go. */
export async function listEnquiriesToErase(
  db: Db,
  { handledUntil, sentUntil, limit }: { handledUntil: number; sentUntil: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('enquiries')
    .select('id')
    .where((is) =>
      is.or([
        is('handled_at', '<=', handledUntil),
        is.and([is('handled_at', 'is', null), is('created_at', '<=', sentUntil)]),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The emails about them go with them. */
export async function eraseEnquiries(tx: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.deleteFrom('enquiries').where('id', 'in', ids).returning('id').execute()
  return rows.map(({ id }) => id)
}

export async function markEnquiry(
  tx: Db,
  id: string,
  handledAt: number | null,
): Promise<EnquiryRow | undefined> {
  return tx
    .updateTable('enquiries')
    .set({ handled_at: handledAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
