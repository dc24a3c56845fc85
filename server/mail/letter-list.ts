import { sql } from 'kysely'
import type { z } from 'zod'
import type { listEmails as contract } from '#contract/email-log.ts'
import { buildSearchKey } from '#core/text/search-key.ts'
import { containsText } from '../database/contains-text.ts'
import { type CountedPage, countRows, loadPage, toSortDirection } from '../database/pagination.ts'
import type { MailRow } from '../database/tables.ts'
import type { Db } from '../deps.ts'
import { isHeld } from './held.ts'
import { asNew } from './store.ts'

type Query = z.output<typeof contract.query>
export type ListedMail = Pick<
  MailRow,
  | 'id'
  | 'to_name'
  | 'to_address'
  | 'subject'
  | 'state'
  | 'last_error'
  | 'created_at'
  | 'sent_at'
  | 'next_try_at'
> & { readonly tries: number; readonly has_text: boolean; readonly is_held: boolean }

/** The ids are found in an index alone; only the rows of one page are read. */
export function listMails(db: Db, query: Query): Promise<CountedPage<ListedMail>> {
  const matching = searched(db, query)
  return loadPage(query, {
    count: () => countRows(matching),
    async rows(window) {
      const direction = toSortDirection(query.sort === 'oldest', window)
      const page = matching
        .select('id')
        .orderBy('created_at', direction)
        .orderBy('id', direction)
        .limit(window.limit)
        .offset(window.offset)
      const rows = await db
        .selectFrom('mails')
        .select([
          ...(['id', 'to_name', 'to_address', 'subject', 'state', 'tries', 'last_error'] as const),
          ...(['created_at', 'sent_at', 'next_try_at'] as const),
          sql<number>`CASE WHEN text_body IS NULL THEN 0 ELSE 1 END`.as('has_text'),
        ])
        .select((is) => is.case().when(isHeld(is)).then(1).else(0).end().as('is_held'))
        .where('id', 'in', page)
        .orderBy('created_at', direction)
        .orderBy('id', direction)
        .execute()
      return rows.map((row) => ({
        ...row,
        has_text: row.has_text === 1,
        is_held: row.is_held === 1,
      }))
    },
  })
}

function searched(db: Db, { search, state }: Query) {
  const key = buildSearchKey(search ?? '')
  return db
    .selectFrom('mails')
    .where('search_key', '!=', '')
    .$if(state !== undefined, (mails) => mails.where('state', '=', state ?? 'failed'))
    .$if(key !== '', (mails) => mails.where((is) => containsText(is.ref('search_key'), key)))
}

export async function countsByState(db: Db): Promise<Record<MailRow['state'], number>> {
  const rows = await db
    .selectFrom('mails')
    .select((is) => ['state', is.fn.countAll<number>().as('count')])
    .where('search_key', '!=', '')
    .groupBy('state')
    .execute()
  const counts = { queued: 0, sent: 0, failed: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

export async function mailById(
  tx: Db,
  id: string,
): Promise<
  (Omit<ListedMail, 'is_held'> & Pick<MailRow, 'kind' | 'account_id' | 'leased_until'>) | undefined
> {
  const row = await tx
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('search_key', '!=', '')
    .executeTakeFirst()
  return row && { ...row, has_text: row.text_body !== null }
}

/** Only what failed and still has its text. */
export async function retryMail(tx: Db, id: string, at: number): Promise<void> {
  await retryable(tx, at).where('id', '=', id).execute()
}

export async function retryFailed(tx: Db, at: number): Promise<number> {
  const { numUpdatedRows } = await retryable(tx, at).executeTakeFirst()
  return Number(numUpdatedRows)
}

function retryable(tx: Db, at: number) {
  return tx
    .updateTable('mails')
    .set(asNew(at))
    .where('state', '=', 'failed')
    .where('text_body', 'is not', null)
}

/** @returns false when it is being sent at this moment. */
export async function eraseIdleMail(tx: Db, id: string, at: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('id', '=', id)
    .where((is) =>
      is.or([
        is('state', '!=', 'queued'),
        is('leased_until', 'is', null),
        is('leased_until', '<=', at),
      ]),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}
