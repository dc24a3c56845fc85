import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { Logger } from 'pino'
import { isMadeUpAddress } from '#core/accounts/email.ts'
import { toRefusalCode } from '#core/email-delivery/smtp-refusal.ts'
import { type Backoff, getBackoffMs } from '#core/retry/backoff.ts'
import type { Database, Db } from '../../database/database.ts'
import type { CalendarFile, DeliveryOutcome, MailTransport } from './email.ts'
import { wipeTextsOlderThan } from './erasure-queries.ts'
import { claimDueEmails, type DueEmail, findNextDueAt } from './outbox-queries.ts'
import { blameServer, recordFailed, recordRetry, recordSent } from './outcome-queries.ts'

const maxConcurrent = 4
/** Longer than any try may last, so that no other process takes an email in transit. */
const leaseMs = 120_000
const maxSleepMs = 30_000
const wipeIntervalMs = 60 * 60 * 1000
const textRetentionMs = 72 * 60 * 60 * 1000
const recordRetryMs = 1_000
const closeTimeoutMs = 5_000
const minute = 60_000
/**
 * With the delays of `getRetryDelay` about a day. What is the mail server's fault is tried until the
 * text is too old: a daily limit may last longer than a day.
 */
const maxTries = 150
/** One email a minute finds out whether a server that refuses emails takes them again. */
const refusedPauseMs = minute

type OutboxOptions = {
  readonly db: Database
  readonly now: () => number
  readonly transport: MailTransport
  /** The right-hand side of every Message-ID. */
  readonly host: string
  /** The texts of an email that was queued as what it is rendered from. */
  readonly render: (email: DueEmail) => RenderedBody
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

type RenderedBody = {
  readonly text: string
  readonly html: string
  readonly calendar?: CalendarFile | undefined
}

export type Outbox = {
  wake(): void
  close(): Promise<void>
}

/** Sends due emails, a few at a time, and sleeps until the next one is due. */
export function openOutbox({ db, now, transport, host, render, log }: OutboxOptions): Outbox {
  const sending = new PQueue({ concurrency: maxConcurrent })
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | null = null
  let isRerunRequested = false
  let isClosed = false
  /** Null while the mail server refuses nothing; otherwise when it is tried with one email. */
  let resumesAt: number | null = null
  let wipedAt = Number.NEGATIVE_INFINITY

  function wake() {
    if (isClosed) return
    if (round) {
      isRerunRequested = true
      return
    }
    clearTimeout(timer)
    isRerunRequested = false
    round = runRound()
      .catch((err) => {
        log.error({ err }, 'the outbox could not be read')
        return maxSleepMs
      })
      .then((sleepMs) => {
        round = null
        if (isClosed) return
        if (isRerunRequested) wake()
        else timer = setTimeout(wake, sleepMs).unref()
      })
  }

  async function runRound(): Promise<number> {
    if (now() - wipedAt >= wipeIntervalMs) {
      await db.write((tx) => wipeTextsOlderThan(tx, { before: now() - textRetentionMs, at: now() }))
      wipedAt = now()
    }
    const next = await findNextDueAt(db.read, now())
    if (next === null) return maxSleepMs
    if (next > now()) return Math.min(next - now(), maxSleepMs)
    if (resumesAt !== null && resumesAt > now()) return Math.min(resumesAt - now(), maxSleepMs)
    const limit = (resumesAt === null ? maxConcurrent : 1) - sending.pending
    // Each finished send triggers the next round.
    if (limit <= 0) return maxSleepMs
    const at = now()
    const emails = await db.write((tx) => claimDueEmails(tx, { at, until: at + leaseMs, limit }))
    for (const email of emails) send(email)
    return emails.length > 0 ? 0 : maxSleepMs
  }

  function send(email: DueEmail) {
    sending
      .add(() => deliver(email))
      .catch((err) =>
        log.error({ err, mail: email.id }, 'the outcome of an email was not recorded'),
      )
  }

  async function deliver(email: DueEmail) {
    const isMadeUp = isMadeUpAddress(email.to.address)
    const messageId = `<${email.id}@${host}>`
    const isExpired = email.expiresAt !== null && email.expiresAt <= now()
    const outcome = isMadeUp
      ? nobodyThere
      : isExpired
        ? toExpired(email)
        : await transport.send({ ...email, ...render(email), messageId })
    const triedAt = now()
    const isRecorded = await retryWrite(email, (tx) => record(tx, email, outcome))
    if (!isRecorded) await transport.erase(email.id)
    if (outcome.status === 'sent') resumesAt = null
    else if (await isRefusedByServer(email, outcome)) resumesAt = triedAt + refusedPauseMs
    const logFields = {
      mail: email.id,
      kind: email.kind,
      tries: email.tries,
      outcome: outcome.status,
    }
    if (outcome.status === 'sent') log.info(logFields, 'email sent')
    else if (isMadeUp) log.info(logFields, 'email to nobody kept back')
    else log.warn(logFields, 'email not sent')
  }

  /** An email sent but not recorded would be sent again: recording is retried during the lease. */
  async function retryWrite<T>(email: DueEmail, job: (tx: Db) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await db.write(job)
      } catch (error) {
        if (isClosed || now() + recordRetryMs > email.leasedUntil) throw error
        await sleep(recordRetryMs)
      }
    }
  }

  /** @returns false when the email was erased while it was on its way. */
  async function record(tx: Db, email: DueEmail, outcome: DeliveryOutcome): Promise<boolean> {
    const at = now()
    if (outcome.status === 'sent') return recordSent(tx, email, at)
    const refusalCode = outcome.cause === 'unclear' ? toRefusalCode(outcome.refusal) : null
    const serverFault = getServerFault(email, outcome)
    const reason =
      outcome.cause === 'unclear' && serverFault ? outcome.serverReason : outcome.reason
    const isFinal = outcome.status === 'never' || (!serverFault && email.tries >= maxTries)
    // Another try could deliver a third copy.
    if (isFinal || (outcome.status === 'unsure' && email.mayHaveArrived)) {
      const failedAt = outcome === nobodyThere ? null : at
      await recordFailed(tx, email, { reason, failedAt })
      return true
    }
    const nextTryAt = at + getRetryDelay(email.tries, Math.random())
    const maybeSentAt = outcome.status === 'unsure' ? at : undefined
    await recordRetry(tx, email, {
      at,
      reason,
      nextTryAt,
      maybeSentAt,
      serverFault,
      refusalCode,
    })
    return true
  }

  async function isRefusedByServer(email: DueEmail, outcome: FailedDelivery): Promise<boolean> {
    if (outcome.cause !== 'unclear') return outcome.cause === 'refusal'
    const { refusal, serverReason: reason } = outcome
    const isBlamed = await retryWrite(email, (tx) =>
      blameServer(tx, { refusal, reason, at: now() }),
    )
    return isBlamed || getServerFault(email, outcome) !== null
  }

  sending.addEventListener('next', wake)
  wake()
  return {
    wake,
    /** Starts no more emails and waits for those being sent, then closes the connection. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      await round
      await Promise.race([sending.onIdle(), sleep(closeTimeoutMs, null, { ref: false })])
      transport.close()
      await sending.onIdle()
    },
  }
}

type FailedDelivery = Exclude<DeliveryOutcome, { readonly status: 'sent' }>

function getServerFault({ policyCode }: DueEmail, outcome: FailedDelivery) {
  if (outcome.cause === 'email') return null
  if (outcome.cause !== 'unclear') return outcome.cause
  return toRefusalCode(outcome.refusal) === policyCode ? 'policy' : null
}

/** For students of a rehearsal: neither the mail server nor the outbox folder gets it. */
const nobodyThere: DeliveryOutcome = {
  status: 'never',
  reason: 'Not sent: an address under .invalid is nobody’s.',
  cause: 'email',
}

const passwordExpired = {
  status: 'never',
  reason: 'Not sent: its one-time password has run out.',
  cause: 'email',
} as const satisfies DeliveryOutcome

const windowOver: DeliveryOutcome = {
  ...passwordExpired,
  reason: 'Not sent: its exam window is over.',
}

function toExpired({ kind }: DueEmail): DeliveryOutcome {
  return kind.startsWith('window-') ? windowOver : passwordExpired
}

/** 1, 2, 4, 8, then 10 minutes, each varied by up to a fifth to spread the retries. */
const mailBackoff: Backoff = { firstMs: minute, maxMs: 10 * minute, spread: 0.2 }

function getRetryDelay(tries: number, random: number): number {
  return Math.round(getBackoffMs(tries, random, mailBackoff))
}
