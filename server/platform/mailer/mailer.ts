import type { Logger } from 'pino'
import { type Database, type Db, toBatches } from '../../database/database.ts'
import type { Email, EmailOwners } from './email.ts'
import { renderEmail, renderEmailHead } from './email-templates.ts'

import {
  eraseEmailRows,
  findKeptEmailIds,
  listEmailIds,
  listEmailIdsWrittenUntil,
  wipeTextsOlderThan,
} from './erasure-queries.ts'
import { toSearchKey } from './moved-emails.ts'
import { openOutbox } from './outbox.ts'
import { eraseEmailFiles, listEmailFiles, openOutboxFolder } from './outbox-folder.ts'
import {
  failOlderPasswordEmails,
  findNextDueAt,
  insertEmails,
  type NewEmail,
  withdrawUnsentEmail,
} from './outbox-queries.ts'
import { findDeliveryProblem } from './outcome-queries.ts'
import { openSmtpTransport } from './smtp-transport.ts'
import { renderCalendar } from './window-calendar.ts'

const batchSize = 100

export type Mailer = {
  /** True when emails are sent by SMTP; otherwise they are files in the outbox folder. */
  readonly isSetUp: boolean
  /** That folder, where there is one. */
  readonly outboxFolder: string | null
  /** Why emails wait, in a sentence, whichever process tried; null while sending works. */
  findDeliveryProblem(): Promise<string | null>
  /** When the next email is tried; null where none waits. */
  findNextTryAt(): Promise<number | null>
  /**
   * In the caller's transaction: the email exists if and only if its cause does.
   * @returns their ids, in the same order
   */
  queue(tx: Db, emails: readonly Email[], at: number, notBefore?: number): Promise<string[]>
  /** Takes back an email that has not left; false where it has, or may have. */
  withdrawUnsent(tx: Db, emailId: string, at: number): Promise<boolean>
  /** The ids of the emails that belong to these accounts or enquiries and go with them. */
  listEmailIds(db: Db, owners: EmailOwners): Promise<string[]>
  /** Removes these emails where they lie as files; call it before and after their rows go. */
  eraseFiles(emailIds: readonly string[]): Promise<void>
  /** Erases what was written up to these times, and files whose email has no row any more. */
  eraseOld(until: OldEmails): Promise<void>
  /** Call after the commit: sends what is due without waiting for the next round. */
  wake(): void
}

type MailerOptions = {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  /** Without it each email becomes a file in the outbox folder. */
  readonly smtpUrl: string | undefined
  readonly outboxFolder: string
  readonly publicUrl: string
  readonly from: string
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

export function openMailer(
  options: MailerOptions,
): Mailer & { readonly close: () => Promise<void> } {
  const { db, now, newId, smtpUrl, outboxFolder, publicUrl, from, log } = options
  const transport = smtpUrl
    ? openSmtpTransport({ url: smtpUrl, from })
    : openOutboxFolder({ folder: outboxFolder, from })
  const outbox = openOutbox({
    db,
    now,
    transport,
    host: new URL(publicUrl).hostname,
    render: ({ text, html }) =>
      html === null && text !== ''
        ? renderWithCalendar(JSON.parse(text) as Email, publicUrl)
        : { text, html: html ?? '' },
    log,
  })

  return {
    isSetUp: transport.outboxFolder === null,
    outboxFolder: transport.outboxFolder,
    findDeliveryProblem: () => findDeliveryProblem(db.read),
    findNextTryAt: () => findNextDueAt(db.read, now()),
    queue: createEmailQueue({ newId, publicUrl }),
    withdrawUnsent: withdrawUnsentEmail,
    listEmailIds,
    eraseFiles: (emailIds) => eraseEmailFiles(outboxFolder, emailIds),
    eraseOld: (until) => eraseOldEmails({ ...until, db, at: now(), folder: outboxFolder }),
    wake: outbox.wake,
    close: outbox.close,
  }
}

/** Queues emails as rows, which the outbox sends. */
export function createEmailQueue({
  newId,
  publicUrl,
}: Pick<MailerOptions, 'newId' | 'publicUrl'>): Mailer['queue'] {
  return async (tx, emails, at, notBefore = at) => {
    const accountIds = emails.filter(hasPassword).map(({ accountId }) => accountId)
    for (const ids of toBatches(accountIds, batchSize)) await failOlderPasswordEmails(tx, ids)
    const ids: string[] = []
    for (const batch of toBatches(emails, batchSize)) {
      const rows = batch.map((email) => toNewEmail(email, newId(), publicUrl))
      await insertEmails(tx, rows, { at, notBefore })
      ids.push(...rows.map(({ id }) => id))
    }
    return ids
  }
}

/**
 * Thousands of these are written in one transaction, for which every student who is in an exam waits.
 * Their HTML would be most of it.
 */
const renderedWhenSent: readonly Email['kind'][] = [
  ...(['student-added', 'make-up-window'] as const),
  ...(['window-invitation', 'window-update', 'window-cancellation', 'window-reminder'] as const),
]

function renderWithCalendar(email: Email, publicUrl: string) {
  return { ...renderEmail(email, publicUrl), calendar: renderCalendar(email, publicUrl) }
}

function toNewEmail(email: Email, id: string, publicUrl: string): NewEmail {
  const { to, subject, text, html, replyTo } = renderedWhenSent.includes(email.kind)
    ? { ...renderEmailHead(email, publicUrl), text: JSON.stringify(email), html: null }
    : renderEmail(email, publicUrl)
  return {
    id,
    kind: email.kind,
    to_name: to.name,
    to_address: to.address,
    subject,
    text_body: text,
    html_body: html,
    search_key: toSearchKey(to, subject),
    expires_at: 'expiresAt' in email ? email.expiresAt : null,
    reply_name: replyTo?.name ?? null,
    reply_address: replyTo?.address ?? null,
    // The owner: erased with the account.
    account_id: getOwnerId(email),
    exam_id: 'examId' in email ? email.examId : null,
    attempt_id: 'attemptId' in email ? email.attemptId : null,
    score: 'attemptId' in email ? email.score : null,
    enquiry_id: 'enquiryId' in email ? (email.enquiryId ?? null) : null,
  }
}

function getOwnerId(email: Email): string | null {
  if (email.kind === 'registration') return email.studentId
  return 'accountId' in email ? email.accountId : null
}

function hasPassword(email: Email): email is Extract<Email, { readonly password: string }> {
  return 'password' in email
}

const rowBatchSize = 100
const fileBatchSize = 500

type OldEmails = {
  readonly textsUntil: number
  readonly rowsUntil: number
  readonly filesUntil: number
}

type EraseOldEmailsOptions = OldEmails & {
  readonly db: Database
  readonly at: number
  readonly folder: string
}

/** In small batches; whatever a killed process left is found again by the next run. */
async function eraseOldEmails(options: EraseOldEmailsOptions): Promise<void> {
  const { db, textsUntil, rowsUntil, at } = options
  await db.erase((tx) => wipeTextsOlderThan(tx, { before: textsUntil, at }))
  for (;;) {
    const ids = await listEmailIdsWrittenUntil(db.read, rowsUntil, rowBatchSize)
    if (ids.length === 0) break
    await db.erase((tx) => eraseEmailRows(tx, ids))
  }
  await eraseOrphanFiles(options)
}

/** An email's row is there before its file: a file without a row is one that nobody may read. */
async function eraseOrphanFiles({ db, folder, filesUntil }: EraseOldEmailsOptions) {
  const ids = [...new Set((await listEmailFiles(folder)).map(({ id }) => id))]
  for (const batch of toBatches(ids, fileBatchSize)) {
    const kept = await findKeptEmailIds(db.read, batch, filesUntil)
    await eraseEmailFiles(
      folder,
      batch.filter((id) => !kept.has(id)),
    )
  }
}
