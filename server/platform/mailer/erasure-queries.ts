import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { type EmailOwners, tellingKinds } from './email.ts'
import { endedColumns } from './outbox-queries.ts'

/** Emails contain passwords and results: old texts are erased, whether sent or not. */
export async function wipeTextsOlderThan(
  tx: Db,
  { before, at }: { readonly before: number; readonly at: number },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({
      ...endedColumns,
      state: sql`CASE state WHEN 'queued' THEN 'failed' ELSE state END`,
      last_error: sql`CASE state WHEN 'queued' THEN 'Too old to be sent.' ELSE last_error END`,
      failed_at: sql`CASE state WHEN 'queued' THEN ${sql.val(at)} ELSE failed_at END`,
    })
    .where('text_body', 'is not', null)
    .where('created_at', '<=', before)
    .execute()
}

export async function listEmailIds(
  db: Db,
  { accountIds = [], enquiryIds = [] }: EmailOwners,
): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where((eb) =>
      eb.or([
        ...(accountIds.length > 0 ? [eb('account_id', 'in', accountIds)] : []),
        ...(enquiryIds.length > 0 ? [eb('enquiry_id', 'in', enquiryIds)] : []),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Emails this old are never pending: retries end with their text. */
export async function listEmailIdsWrittenUntil(
  db: Db,
  until: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('created_at', '<=', until)
    .where('search_key', '!=', '')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Result emails keep their row, without name, address and words: otherwise the next release of the
 * same exam would send them again.
 */
export async function eraseEmailRows(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('mails')
    .set({
      ...endedColumns,
      to_name: '',
      to_address: '',
      subject: '',
      search_key: '',
      last_error: null,
    })
    .where('id', 'in', ids)
    .where('kind', 'in', tellingKinds)
    .where('exam_id', 'is not', null)
    .execute()
  await tx.deleteFrom('mails').where('id', 'in', ids).where('search_key', '!=', '').execute()
}

/** @returns false when it is being sent at this moment. */
export async function eraseIdleEmail(tx: Db, id: string, at: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('state', '!=', 'queued'),
        eb('leased_until', 'is', null),
        eb('leased_until', '<=', at),
      ]),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Finds those of these emails that have a row and were written after `before`. */
export async function findKeptEmailIds(
  db: Db,
  ids: readonly string[],
  before: number,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('id', 'in', ids)
    .where('created_at', '>', before)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Detaches an exam's emails, so that its erasure leaves them to the students they were written to.
 */
export async function detachSentEmails(tx: Db, examId: string): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ exam_id: null, attempt_id: null, score: null })
    .where('exam_id', '=', examId)
    .where('sent_at', 'is not', null)
    .execute()
}
