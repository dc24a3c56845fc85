import type { Logger } from 'pino'
import type { Database, Db } from './database.ts'

const everyMs = 5_000
const retryMs = 1_000
const failingAfterMs = 10_000

export type Heartbeat = {
  /** Saves a row if it is time to; to be called every second. Never fails. */
  beat(): Promise<void>
  /** Whether saving has failed, or not come to an end, for 10 s, and has not succeeded since. */
  isFailing(): boolean
}

type HeartbeatOptions = {
  readonly db: Pick<Database, 'write'>
  readonly now: () => number
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/**
 * Finds out whether anything can be saved, also while nobody saves: a full disk and a database that
 * has become read-only can be read from.
 */
export function createHeartbeat({ db, now, log }: HeartbeatOptions): Heartbeat {
  let nextAt = 0
  let startedAt: number | null = null
  let failingSince: number | null = null

  async function beat() {
    const at = now()
    if (startedAt !== null || at < nextAt) return
    startedAt = at
    try {
      await db.write((tx) => saveHeartbeat(tx, at))
      if (failingSince !== null) log.warn('the database can be written to again')
      failingSince = null
      nextAt = at + everyMs
    } catch (err) {
      if (failingSince === null) log.error({ err }, 'the database cannot be written to')
      failingSince ??= at
      nextAt = at + retryMs
    }
    startedAt = null
  }

  return {
    beat,
    isFailing() {
      const since = failingSince ?? startedAt
      return since !== null && now() - since >= failingAfterMs
    },
  }
}

async function saveHeartbeat(tx: Db, at: number) {
  await tx
    .insertInto('heartbeats')
    .values({ id: 1, at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
    .execute()
}
