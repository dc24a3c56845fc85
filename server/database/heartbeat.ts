import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Db } from './database.ts'
import { isDiskFull } from './disk-full.ts'

const everyMs = 5_000
const retryMs = 1_000
const failingAfterMs = 10_000

export type Heartbeat = {
  /** Saves a row if it is time to; to be called every second. Never fails. */
  beat(): Promise<void>
  /** Whether saving has failed, or not come to an end, for 10 s, and has not succeeded since. */
  isFailing(): boolean
  /** A write found no room: reported at once, and over once there is room again. */
  noteFullDisk(error: unknown): void
}

/** The clocks of this process and its machine, for the next start to compare. */
export type ClockReading = {
  readonly examAt: number
  /** The sum of all shifts of the exam's clock by then. */
  readonly shiftedMs: number
  readonly wallAt: number
  readonly bootMs: number
  readonly bootId: string
  readonly host: string
}

type HeartbeatOptions = {
  readonly db: Pick<Database, 'write' | 'engine' | 'findRoom'>
  /** By a clock that nobody sets. */
  readonly getMonotonicMs: () => number
  readonly readClocks: () => ClockReading
  readonly findUnnamedProxy?: () => string | null
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/**
 * Finds out whether anything can be saved, also while nobody saves: a full disk and a database that
 * has become read-only can be read from.
 */
export function createHeartbeat({
  db,
  getMonotonicMs,
  readClocks,
  findUnnamedProxy = () => null,
  log,
}: HeartbeatOptions): Heartbeat {
  let nextAt = Number.NEGATIVE_INFINITY
  let startedAt: number | null = null
  let failingSince: number | null = null
  let isFull = false

  /** The failed write needed more room than a heartbeat, which may have an old place to go to. */
  function noteFullDisk(error: unknown) {
    isFull = true
    nextAt = Number.NEGATIVE_INFINITY
    beginFailing(error, getMonotonicMs())
  }

  function beginFailing(error: unknown, since: number) {
    if (failingSince !== null) return
    failingSince = since
    if (!isDiskFull(error)) return log.error({ err: error }, 'the database cannot be written to')
    const reason = error instanceof Error ? error.message : String(error)
    log.error({ reason }, 'the disk of the database is full: nothing more can be saved')
  }

  function endFailing(at: number) {
    if (failingSince !== null) log.warn('the database can be written to again')
    failingSince = null
    isFull = false
    nextAt = at + everyMs
  }

  async function beat() {
    const at = getMonotonicMs()
    if (startedAt !== null || at < nextAt) return
    startedAt = at
    const needsRoom = isFull
    try {
      if (needsRoom) await db.findRoom()
      const reading = { ...readClocks(), unnamedProxy: findUnnamedProxy() }
      await db.write((tx) => saveHeartbeat(tx, db.engine, reading))
      // Unless another write has found none in between.
      if (isFull === needsRoom) endFailing(at)
    } catch (error) {
      isFull ||= isDiskFull(error)
      beginFailing(error, at)
      nextAt = at + retryMs
    }
    startedAt = null
  }

  return {
    beat,
    isFailing() {
      const since = failingSince ?? startedAt
      return since !== null && getMonotonicMs() - since >= failingAfterMs
    },
    noteFullDisk,
  }
}

type Saved = ClockReading & { readonly unnamedProxy: string | null }

async function saveHeartbeat(tx: Db, engine: Database['engine'], clocks: Saved) {
  const { examAt: at, wallAt: wall_at, bootMs: boot_ms, bootId: boot_id, host } = clocks
  const { shiftedMs: shifted_ms, unnamedProxy: unnamed_proxy } = clocks
  const database_at = engine === 'postgres' ? databaseTime : null
  const row = { at, wall_at, boot_ms, boot_id, host, database_at, shifted_ms, unnamed_proxy }
  await tx
    .insertInto('heartbeats')
    .values({ id: toRowId(boot_id), ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Milliseconds since 1970 by PostgreSQL's clock, which its processes have in common. */
export const databaseTime = sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

/** One row for each start of a machine; 1 is what versions before this one write. */
function toRowId(bootId: string): number {
  return 2 + (Number.parseInt(bootId.slice(0, 7), 16) || 0)
}
