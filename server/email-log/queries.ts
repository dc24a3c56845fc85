import { sql } from 'kysely'
import type { z } from 'zod'
import type { listEmails as contract } from '#contract/email-log.ts'
import type { Db } from '../database/database.ts'
import { type CountedPage, filterBySearch, paginate } from '../database/pagination.ts'
import type { MailRow } from '../database/tables.ts'
import { isSuppressed } from '../platform/mailer/suppressed.ts'

type EmailLogQuery = z.output<typeof contract.query>
export type EmailLogRow = Pick<
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
export function listEmails(db: Db, query: EmailLogQuery): Promise<CountedPage<EmailLogRow>> {
  const { search, state } = query
  const shown = db
    .selectFrom('mails')
    .where('search_key', '!=', '')
    .$if(state !== undefined, (mails) => mails.where('state', '=', state ?? 'failed'))
  return paginate(query, {
    matching: filterBySearch(shown, search, ['search_key']),
    columns: { time: ['created_at', 'id'] },
    async load(page, inOrder) {
      const rows = await inOrder(db.selectFrom('mails'))
        .select([
          ...(['id', 'to_name', 'to_address', 'subject', 'state', 'tries', 'last_error'] as const),
          ...(['created_at', 'sent_at', 'next_try_at'] as const),
          sql<number>`CASE WHEN text_body IS NULL THEN 0 ELSE 1 END`.as('has_text'),
        ])
        .select((eb) => eb.case().when(isSuppressed(eb)).then(1).else(0).end().as('is_held'))
        .where('id', 'in', page.select('id'))
        .execute()
      return rows.map((row) => ({
        ...row,
        has_text: row.has_text === 1,
        is_held: row.is_held === 1,
      }))
    },
  })
}

export async function countByState(db: Db): Promise<Record<MailRow['state'], number>> {
  const rows = await db
    .selectFrom('mails')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('search_key', '!=', '')
    .groupBy('state')
    .execute()
  const counts = { queued: 0, sent: 0, failed: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/** Emails that failed since, but for those that nobody misses; not those to deleted students. */
export async function countFailedSince(db: Db, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('failed_at', '>', since)
    .where('state', '=', 'failed')
    .where('search_key', '!=', '')
    .where((eb) => eb.not(isSuppressed(eb)))
    .executeTakeFirstOrThrow()
  return count
}

export async function findEmail(
  tx: Db,
  id: string,
): Promise<
  (Omit<EmailLogRow, 'is_held'> & Pick<MailRow, 'kind' | 'account_id' | 'leased_until'>) | undefined
> {
  const row = await tx
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', id)
    .where('search_key', '!=', '')
    .executeTakeFirst()
  return row && { ...row, has_text: row.text_body !== null }
}
