import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database, Db } from '../deps.ts'
import { mostTries, waitAfter } from './backoff.ts'
import type { Outcome, Sender } from './sender.ts'
import {
  claimDue,
  type Due,
  nextDueAt,
  recordFailed,
  recordLater,
  recordSent,
  wipeOlderThan,
} from './store.ts'

const atOnce = 4
/** Longer than any try may last, so that nobody else takes a letter that is under way. */
const leaseMs = 120_000
const longestSleepMs = 30_000
const wipeEveryMs = 60 * 60 * 1000
const keptMs = 72 * 60 * 60 * 1000
const recordAgainMs = 1_000
const patienceAtCloseMs = 5_000

type Given = {
  readonly db: Database
  readonly now: () => number
  readonly sender: Sender
  /** The right-hand side of every Message-ID. */
  readonly host: string
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

export type Outbox = {
  wake(): void
  /** Why letters wait, by the latest try; null while they leave. */
  trouble(): string | null
  close(): Promise<void>
}

/** Sends what is due, a few at once, and sleeps until more is. */
export function openOutbox({ db, now, sender, host, log }: Given): Outbox {
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | null = null
  let isAskedAgain = false
  let isClosed = false
  let trouble: string | null = null
  let wipedAt = Number.NEGATIVE_INFINITY

  function wake() {
    if (isClosed) return
    if (round) {
      isAskedAgain = true
      return
    }
    clearTimeout(timer)
    isAskedAgain = false
    round = goRound()
      .catch((err) => {
        log.error({ err }, 'the outbox could not be read')
        return longestSleepMs
      })
      .then((sleepMs) => {
        round = null
        if (isClosed) return
        if (isAskedAgain) wake()
        else timer = setTimeout(wake, sleepMs).unref()
      })
  }

  async function goRound(): Promise<number> {
    if (now() - wipedAt >= wipeEveryMs) {
      await db.write((tx) => wipeOlderThan(tx, now() - keptMs))
      wipedAt = now()
    }
    const next = await nextDueAt(db.read)
    if (next === null) return longestSleepMs
    if (next > now()) return Math.min(next - now(), longestSleepMs)
    const most = atOnce - underWay.size
    // Whoever is done asks again.
    if (most <= 0) return longestSleepMs
    const at = now()
    const letters = await db.write((tx) => claimDue(tx, { at, until: at + leaseMs, most }))
    for (const letter of letters) send(letter)
    return letters.length > 0 ? 0 : longestSleepMs
  }

  function send(letter: Due) {
    const sending = deliver(letter)
      .catch((err) =>
        log.error({ err, mail: letter.id }, 'what became of a letter is not recorded'),
      )
      .then(() => {
        underWay.delete(sending)
        wake()
      })
    underWay.add(sending)
  }

  async function deliver(letter: Due) {
    const outcome = await sender.send({ ...letter, messageId: `<${letter.id}@${host}>` })
    trouble = outcome.is !== 'sent' && outcome.blames === 'server' ? outcome.why : null
    const isKept = await untilWritten(letter, (tx) => record(tx, letter, outcome))
    if (!isKept) await sender.erase(letter.id)
    const told = { mail: letter.id, kind: letter.kind, tries: letter.tries, outcome: outcome.is }
    if (outcome.is === 'sent') log.info(told, 'letter sent')
    else log.warn(told, 'letter not sent')
  }

  /** What is sent but not recorded would be sent again: while the lease lasts, keep trying. */
  async function untilWritten<T>(letter: Due, job: (tx: Db) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await db.write(job)
      } catch (error) {
        if (isClosed || now() + recordAgainMs > letter.leasedUntil) throw error
        await sleep(recordAgainMs)
      }
    }
  }

  /** @returns false when the letter was erased while it was on its way. */
  async function record(tx: Db, letter: Due, outcome: Outcome): Promise<boolean> {
    const at = now()
    if (outcome.is === 'sent') return recordSent(tx, letter.id, at)
    const { why } = outcome
    const isOver = outcome.is === 'never' || letter.tries >= mostTries
    // It would be the third copy.
    if (isOver || (outcome.is === 'unsure' && letter.mayHaveArrived)) {
      await recordFailed(tx, letter, { why })
      return true
    }
    const nextTryAt = at + waitAfter(letter.tries, Math.random())
    const maybeSentAt = outcome.is === 'unsure' ? at : undefined
    await recordLater(tx, letter, { nextTryAt, why, maybeSentAt })
    return true
  }

  wake()
  return {
    wake,
    trouble: () => trouble,
    /** No new letter is begun; those under way may end; then the sender lets go. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      await round
      await settled(underWay, patienceAtCloseMs)
      sender.close()
      await Promise.all(underWay)
    },
  }
}

async function settled(work: Iterable<Promise<void>>, longestMs: number) {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, longestMs)
  })
  await Promise.race([Promise.all(work), patience])
  clearTimeout(timer)
}
