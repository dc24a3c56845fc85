import * as contract from '#contract/email-log.ts'
import { formatCount } from '#contract/format.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import { withRows } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant, toInstantOrNull } from '../http/serialize.ts'
import { eraseIdleEmail } from '../platform/mailer/erasure-queries.ts'
import { retryEmail, retryFailedEmails } from '../platform/mailer/outbox-queries.ts'
import {
  countByState,
  countFailedSince,
  type EmailLogRow,
  findEmail,
  listEmails,
} from './queries.ts'

const failedLatelyMs = 24 * 60 * 60_000

export function emailLogRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, now, mail } = deps

  bind(contract.getMailStatus, async () => {
    const trouble = await mail.findDeliveryProblem()
    return {
      isSetUp: mail.isSetUp,
      waitsIn: mail.outboxFolder,
      trouble,
      nextTryAt: trouble === null ? null : toInstantOrNull(await mail.findNextTryAt()),
      ...(await countByState(db.read)),
      failedLately: await countFailedSince(db.read, now() - failedLatelyMs),
    }
  })

  bind(contract.listEmails, async ({ query }) => {
    const page = await listEmails(db.read, query)
    return withRows(page, page.rows.map(toSentEmail))
  })

  bind(contract.retryEmail, async ({ params, actor }) => {
    const retried = await db.write(async (tx) => {
      const email = await findEmail(tx, params.id)
      if (!email) return refuse('mail-not-found')
      if (email.state !== 'failed') return refuse('mail-not-failed')
      if (!email.has_text) return refuse('mail-text-gone')

      const at = now()
      await retryEmail(tx, email.id, at)
      const subject = email.account_id ?? email.id
      const detail = { kind: email.kind }
      await audit(tx, deps, { actor, action: 'mail.resent', subject, detail }, at)
      return {
        message: mail.isSetUp
          ? `The email to ${email.to_address} is on its way again.`
          : `The email to ${email.to_address} goes to the outbox folder again.`,
      }
    })
    if (!isRefusal(retried)) mail.wake()
    return retried
  })

  bind(contract.eraseEmail, async ({ params, actor }) => {
    const email = await findEmail(db.read, params.id)
    if (!email) return refuse('mail-not-found')
    const isSending = email.state === 'queued' && (email.leased_until ?? 0) > now()
    if (isSending) return refuse('mail-under-way')

    await mail.eraseFiles([email.id])
    const erased = await db.erase(async (tx) => {
      if (!(await eraseIdleEmail(tx, email.id, now()))) return refuse('mail-under-way')
      const subject = email.account_id ?? email.id
      const event = {
        actor,
        action: 'mail.erased',
        subject,
        detail: { kind: email.kind },
      } as const
      await audit(tx, deps, event, now())
      return { message: 'The email is erased for good.' }
    })
    await mail.eraseFiles([email.id])
    return erased
  })

  bind(contract.retryFailedEmails, async ({ actor }) => {
    const queued = await db.write(async (tx) => {
      const at = now()
      const count = await retryFailedEmails(tx, at)
      if (count > 0) {
        await audit(tx, deps, { actor, action: 'mail.failed-resent', detail: { count } }, at)
      }
      return count
    })
    mail.wake()
    return { message: toRetryMessage(queued, mail.isSetUp), queued }
  })

  bind(contract.sendTestEmail, async ({ body, actor }) => {
    await db.write(async (tx) => {
      const at = now()
      const to = { name: '', address: body.to }
      await mail.queue(tx, [{ kind: 'test', to, askedBy: actor.email }], at)
      const values = { to: body.to }
      await audit(tx, deps, { actor, action: 'mail.test-sent', values }, at)
    })
    mail.wake()
    return {
      message: mail.isSetUp
        ? `The test mail to ${body.to} is on its way. Its state is in the list below.`
        : `The test mail to ${body.to} waits as a file in ${mail.outboxFolder}.`,
    }
  })
}

function toRetryMessage(count: number, isMailSetUp: boolean): string {
  if (count === 0) return 'No failed email has its text any more.'
  if (!isMailSetUp) {
    return count === 1
      ? '1 email goes to the outbox folder again.'
      : `${formatCount(count)} emails go to the outbox folder again.`
  }
  return count === 1
    ? '1 email is on its way again.'
    : `${formatCount(count)} emails are on their way again.`
}

function toSentEmail(row: EmailLogRow): contract.EmailLogEntry {
  return {
    _id: row.id,
    to: { name: row.to_name, address: row.to_address },
    subject: row.subject,
    state: row.state,
    tries: row.tries,
    lastError: row.last_error,
    isHeld: row.state === 'queued' && row.is_held,
    canRetry: row.state === 'failed' && row.has_text,
    createdAt: toInstant(row.created_at),
    sentAt: toInstantOrNull(row.sent_at),
    nextTryAt: row.state === 'queued' ? toInstant(row.next_try_at) : null,
  }
}
