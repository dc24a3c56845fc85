import { sql } from 'kysely'
import {
  getRefusalCause,
  type SmtpRefusal,
  sameRefusalMs,
  toRefusalCode,
} from '#core/email-delivery/smtp-refusal.ts'
import type { Db } from '../../database/database.ts'
import type { MailRow } from '../../database/tables.ts'
import { type DueEmail, endedColumns } from './outbox-queries.ts'
import { isSuppressed } from './suppressed.ts'

/**
 * It also shows that the mail server takes emails again: what it refused in the same way is due now.
 * @returns false when the email was erased while it was on its way.
 */
export async function recordSent(
  tx: Db,
  { id, policyCode }: DueEmail,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({ ...endedColumns, state: 'sent', sent_at: at, last_error: null })
    .where('id', '=', id)
    .executeTakeFirst()
  await tx
    .updateTable('mails')
    .set({
      server_fault: null,
      refusal_code: null,
      // A broken connection may be due to the email: it keeps its pace.
      next_try_at: sql`CASE server_fault WHEN 'transport' THEN next_try_at ELSE ${sql.val(at)} END`,
    })
    .where('server_fault', 'is not', null)
    .where('state', '=', 'queued')
    .where((eb) =>
      // That one recipient was reached says nothing of rules that depend on the recipient.
      eb.or([
        eb('server_fault', '!=', 'policy'),
        ...(policyCode === null ? [] : [eb('refusal_code', '=', policyCode)]),
      ]),
    )
    .execute()
  return numUpdatedRows > 0n
}

type FailedTry = {
  readonly at: number
  readonly reason: string
  readonly nextTryAt: number
  readonly maybeSentAt: number | undefined
  readonly serverFault: MailRow['server_fault']
  readonly refusalCode: string | null
}

/** Only while the lease is ours: another process may have sent it since. */
export async function recordRetry(tx: Db, due: DueEmail, failed: FailedTry): Promise<void> {
  const { at, reason, nextTryAt, maybeSentAt, serverFault, refusalCode } = failed
  await updateLeased(tx, due)
    .set({
      next_try_at: nextTryAt,
      leased_until: null,
      last_error: reason,
      tried_at: at,
      server_fault: serverFault,
      refusal_code: refusalCode,
    })
    .$if(maybeSentAt !== undefined, (update) => update.set({ maybe_sent_at: maybeSentAt ?? null }))
    .execute()
}

/** The text stays for a second try until it is too old to be of use. */
export async function recordFailed(
  tx: Db,
  due: DueEmail,
  { reason, failedAt }: { readonly reason: string; readonly failedAt: number | null },
): Promise<void> {
  await updateLeased(tx, due)
    .set({
      state: 'failed',
      leased_until: null,
      last_error: reason,
      failed_at: failedAt,
      server_fault: null,
      refusal_code: null,
    })
    .execute()
}

function updateLeased(tx: Db, { id, leasedUntil }: DueEmail) {
  return tx
    .updateTable('mails')
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('leased_until', '=', leasedUntil)
}

type UnclearRefusal = {
  readonly refusal: SmtpRefusal
  /** The reason to record once the refusal is found to be the server's. */
  readonly reason: string
  readonly at: number
}

/**
 * Call it in a transaction of its own, after the refusal was recorded: of two processes that record
 * theirs at once, at least one then sees both.
 * @returns whether the refusal turned out to be the server's
 */
export async function blameServer(
  tx: Db,
  { refusal, reason, at }: UnclearRefusal,
): Promise<boolean> {
  const refusedAlike = await tx
    .selectFrom('mails')
    .select(['id', 'to_address'])
    .where('refusal_code', '=', toRefusalCode(refusal))
    .where('tried_at', '>=', at - sameRefusalMs)
    .where('state', '=', 'queued')
    .execute()
  const recipients = refusedAlike.map(({ to_address }) => to_address)
  if (getRefusalCause(refusal, recipients) !== 'server') return false
  await tx
    .updateTable('mails')
    .set({ server_fault: 'policy', last_error: reason })
    .where('refusal_code', '=', toRefusalCode(refusal))
    .where('tried_at', '>=', at - sameRefusalMs)
    .where('state', '=', 'queued')
    .execute()
  return true
}

/** The problem with the mail server, in a sentence, whichever process found it; null without one. */
export async function findDeliveryProblem(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('mails')
    .select('last_error')
    .where('server_fault', 'is not', null)
    .where('state', '=', 'queued')
    .where((eb) => eb.not(isSuppressed(eb)))
    .orderBy('tried_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.last_error ?? null
}
