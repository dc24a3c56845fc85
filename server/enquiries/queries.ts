import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { listEnquiries as contract } from '#contract/enquiries.ts'
import { parsePersonSearch } from '#core/students/student-search.ts'
import { buildSearchKey } from '#core/text.ts'
import { type Db, lockRow } from '../database/database.ts'
import {
  type CountedPage,
  containsAddress,
  containsText,
  paginate,
} from '../database/pagination.ts'
import type { EnquiryRow, Tables } from '../database/tables.ts'

export type EnquiryQuery = z.output<typeof contract.query>

export async function addEnquiry(tx: Db, enquiry: Omit<EnquiryRow, 'name_key' | 'handled_at'>) {
  await tx
    .insertInto('enquiries')
    .values({ ...enquiry, name_key: buildSearchKey(enquiry.name), handled_at: null })
    .execute()
}

export async function hasEnquirySince(tx: Db, email: string, since: number): Promise<boolean> {
  const row = await tx
    .selectFrom('enquiries')
    .select('id')
    .where('email', '=', email)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function listEnquiries(db: Db, query: EnquiryQuery): Promise<CountedPage<EnquiryRow>> {
  return paginate(query, {
    matching: db.selectFrom('enquiries').where(matchesEnquiry(query.search ?? '')),
    columns: { time: ['created_at', 'id'] },
    load: (page) => page.selectAll().execute(),
  })
}

/** Each part of the search is in the name, the address or, by its digits, the phone number. */
function matchesEnquiry(search: string): Expression<SqlBool> {
  const { and, or, ref } = expressionBuilder<Tables, 'enquiries'>()
  return and(
    parsePersonSearch(search).map(({ text, address, digits }) =>
      or([
        containsText(ref('name_key'), text),
        containsAddress(ref('email'), [text, address]),
        ...digits.map((form) => containsText(contactDigits, form)),
      ]),
    ),
  )
}

/** Characters that people write between the digits of a phone number. */
const phoneSigns = [' ', '+', '-', '(', ')']
const contactDigits = phoneSigns.reduce<Expression<string>>(
  (contact, sign) => sql`replace(${contact}, ${sql.lit(sign)}, '')`,
  sql.ref<string>('contact'),
)

/** Handled, or sent and never handled, so long ago that they go. */
export async function listEnquiriesToErase(
  db: Db,
  { handledUntil, sentUntil, limit }: { handledUntil: number; sentUntil: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('enquiries')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('handled_at', '<=', handledUntil),
        eb.and([eb('handled_at', 'is', null), eb('created_at', '<=', sentUntil)]),
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

/** Locked, so that of two who mark it the second sees what the first has done. */
export async function findEnquiry(tx: Db, id: string): Promise<EnquiryRow | undefined> {
  return tx
    .selectFrom('enquiries')
    .selectAll()
    .where('id', '=', id)
    .$call(lockRow(tx))
    .executeTakeFirst()
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
