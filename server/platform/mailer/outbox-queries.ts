import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { MailRow } from '../../database/tables.ts'
import { type Person, resultKinds } from './email.ts'
import { isSuppressed } from './suppressed.ts'

/** An email that is due and leased to us. */
export type DueEmail = {
  readonly id: string
  readonly kind: MailRow['kind']
  readonly to: Person
  readonly subject: string
  readonly text: string
  /** Null where the text is what the email is rendered from. */
  readonly html: string | null
  readonly replyTo: Person | undefined
  readonly tries: number
  readonly createdAt: number
  readonly leasedUntil: number
  readonly mayHaveArrived: boolean
  /** The expiry of the one-time password in it. */
  readonly expiresAt: number | null
  /** The code of the try before, when the mail server refused several recipients with it. */
  readonly policyCode: string | null
}

export type NewEmail = Pick<
  MailRow,
  | 'id'
  | 'kind'
  | 'to_name'
  | 'to_address'
  | 'subject'
  | 'account_id'
  | 'exam_id'
  | 'attempt_id'
  | 'score'
  | 'enquiry_id'
  | 'reply_name'
  | 'reply_address'
  | 'expires_at'
> & { readonly text_body: string; readonly html_body: string | null; readonly search_key: string }

/** A result is sent once: only an email that failed is queued again. */
export async function insertEmails(
  tx: Db,
  mails: readonly NewEmail[],
  { at, notBefore }: { readonly at: number; readonly notBefore: number },
): Promise<void> {
  const queuedColumns = { state: 'queued', next_try_at: notBefore, created_at: at } as const
  await tx
    .insertInto('mails')
    .values(mails.map((mail) => ({ ...mail, ...queuedColumns })))
    .onConflict((clash) =>
      clash
        .columns(['exam_id', 'account_id'])
        .where('kind', '=', sql.lit('result'))
        .doUpdateSet((eb) => ({
          to_name: eb.ref('excluded.to_name'),
          to_address: eb.ref('excluded.to_address'),
          subject: eb.ref('excluded.subject'),
          text_body: eb.ref('excluded.text_body'),
          html_body: eb.ref('excluded.html_body'),
          search_key: eb.ref('excluded.search_key'),
          attempt_id: eb.ref('excluded.attempt_id'),
          score: eb.ref('excluded.score'),
          created_at: at,
          ...toQueuedColumns(notBefore),
        }))
        .where('mails.state', '=', 'failed'),
    )
    .execute()
}

const replacedReason = 'Replaced by a newer email.'

/** A newer password invalidates the older one: its email would only mislead, and is not sent again. */
export async function failOlderPasswordEmails(
  tx: Db,
  accountIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ ...endedColumns, state: 'failed', last_error: replacedReason })
    .where('account_id', 'in', accountIds)
    .where('kind', 'in', [
      'one-time-password',
      'login-details',
      'forgotten-password',
      'staff-invitation',
      'student-added',
    ])
    .where('state', '!=', 'sent')
    .execute()
}

/**
 * Takes back an email that has not left, since a newer one says more.
 * @returns false where it has arrived or may have, or is on its way
 */
export async function withdrawUnsentEmail(tx: Db, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ ...endedColumns, state: 'failed', failed_at: null, last_error: replacedReason })
    .where('id', '=', id)
    .where('state', '!=', 'sent')
    .where('maybe_sent_at', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const bulkKinds = [
  ...resultKinds,
  ...(['student-added', 'make-up-window'] as const),
  ...(['window-invitation', 'window-update', 'window-cancellation', 'window-reminder'] as const),
] as const

/** Emails that go out in hundreds wait, so that they do not delay the login of one student. */
export async function claimDueEmails(
  tx: Db,
  { at, until, limit }: { at: number; until: number; limit: number },
): Promise<DueEmail[]> {
  const due = tx
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', at)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
    .where((eb) => eb.not(isSuppressed(eb)))
    .orderBy((eb) => eb.case().when('kind', 'in', bulkKinds).then(1).else(0).end())
    .orderBy('next_try_at')
    .limit(limit)
  // Repeated for PostgreSQL, where another process may have claimed the same rows since.
  const rows = await tx
    .updateTable('mails')
    .set((eb) => ({ leased_until: until, tries: eb('tries', '+', 1) }))
    .where('id', 'in', due)
    .where('state', '=', 'queued')
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
    .returningAll()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    to: { name: row.to_name, address: row.to_address },
    subject: row.subject,
    text: row.text_body ?? '',
    html: row.html_body,
    replyTo: row.reply_address
      ? { name: row.reply_name ?? '', address: row.reply_address }
      : undefined,
    tries: row.tries,
    createdAt: row.created_at,
    leasedUntil: until,
    mayHaveArrived: row.maybe_sent_at !== null,
    expiresAt: row.expires_at,
    policyCode: row.server_fault === 'policy' ? row.refusal_code : null,
  }))
}

/** Emails that should have left by now. */
export async function countDueEmails(db: Db, at: number): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', at)
    .where((eb) => eb.not(isSuppressed(eb)))
    .executeTakeFirstOrThrow()
  return count
}

/** When the next email is due, or null. Where some are due at a time, the first is found by its index. */
export async function findNextDueAt(db: Db, now: number): Promise<number | null> {
  const due = await db
    .selectFrom('mails')
    .select('next_try_at')
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .where((eb) => eb.not(isSuppressed(eb)))
    .orderBy('next_try_at')
    .limit(1)
    .executeTakeFirst()
  if (due) return due.next_try_at
  const { at } = await db
    .selectFrom('mails')
    .select(
      sql<number | null>`MIN(CASE WHEN leased_until > next_try_at THEN leased_until
        ELSE next_try_at END)`.as('at'),
    )
    .where('state', '=', 'queued')
    .where((eb) => eb.not(isSuppressed(eb)))
    .executeTakeFirstOrThrow()
  return at
}

/** Only what failed and still has its text. */
export async function retryEmail(tx: Db, id: string, at: number): Promise<void> {
  await updateRetryable(tx, at).where('id', '=', id).execute()
}

export async function retryFailedEmails(tx: Db, at: number): Promise<number> {
  const { numUpdatedRows } = await updateRetryable(tx, at).executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Those that failed and still have their text. */
export function updateRetryable(tx: Db, at: number) {
  return tx
    .updateTable('mails')
    .set(toQueuedColumns(at))
    .where('state', '=', 'failed')
    .where('text_body', 'is not', null)
}

const wipedColumns = {
  text_body: null,
  html_body: null,
  reply_name: null,
  reply_address: null,
} as const
const noRefusalColumns = { server_fault: null, refusal_code: null } as const
export const endedColumns = { ...wipedColumns, ...noRefusalColumns, leased_until: null } as const

export function toQueuedColumns(at: number) {
  return {
    state: 'queued' as const,
    tries: 0,
    next_try_at: at,
    leased_until: null,
    last_error: null,
    maybe_sent_at: null,
    failed_at: null,
    ...noRefusalColumns,
  }
}
