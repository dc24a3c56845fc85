import { setTimeout as sleep } from 'node:timers/promises'

type SweepOptions = {
  readonly query: (text: string, values: readonly number[]) => Promise<unknown>
  readonly everyMs: number
  /** How long the row of a waiting caller outlives the wait. */
  readonly waitingKeptMs: number
  readonly afterBatch?: () => void
}

/** Some milliseconds of work at a time: the file is written on the event loop. */
const batchRows = 500
const pauseMs = 10

const tables = [
  { name: 'limits', key: 'key', isWaiting: false },
  { name: 'slowed_networks', key: 'network', isWaiting: false },
  { name: 'waiting_logins', key: 'network, subject', isWaiting: true },
] as const

/**
 * Deletes expired rows, now and then regularly, in batches until none is left.
 * @returns what stops it, and resolves when the batch under way is done
 */
export function sweepInBatches(options: SweepOptions): () => Promise<void> {
  let isStopped = false
  let currentSweep = Promise.resolve()
  const startSweep = () => {
    currentSweep = currentSweep.then(() => sweep(options, () => isStopped)).catch(() => {})
  }
  startSweep()
  const timer = setInterval(startSweep, options.everyMs).unref()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await currentSweep
  }
}

async function sweep(options: SweepOptions, isStopped: () => boolean): Promise<void> {
  for (const table of tables) {
    const before = Date.now() - (table.isWaiting ? options.waitingKeptMs : 0)
    while (!isStopped() && (await deleteBatch(options, table, before)) === batchRows) {
      await sleep(pauseMs)
    }
  }
}

/** Answers how many were expired, up to a batch. */
async function deleteBatch(
  { query, afterBatch }: SweepOptions,
  { name, key }: (typeof tables)[number],
  before: number,
): Promise<number> {
  const rows = await query(
    `DELETE FROM ${name} WHERE (${key}) IN
       (SELECT ${key} FROM ${name} WHERE expire < ? ORDER BY expire LIMIT ${batchRows})
     RETURNING 1 AS gone`,
    [before],
  )
  afterBatch?.()
  return Array.isArray(rows) ? rows.length : 0
}
