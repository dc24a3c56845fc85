import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Pool } from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  RateLimiterSQLite,
} from 'rate-limiter-flexible'
import { type CounterBatches, createCounterBatches } from './counter-batches.ts'
import { sweepInBatches } from './sweep-counters.ts'

export type RateLimited = { readonly retryAfterSeconds: number }

type Value = string | number
type CounterRule = { readonly points: number; readonly duration: number }

/** Counters that survive the process; while their store fails, memory replaces it. */
export type Counters = CounterBatches & {
  /** `duration` in seconds. */
  open(name: string, rule: CounterRule): RateLimiterAbstract
  /** Rows of the two tables beside the counters, with `?` for each value; none while the store fails. */
  query<Row>(text: string, values: readonly Value[]): Promise<readonly Row[]>
  close(): Promise<void>
}

const tableName = 'limits'
const schema = `
  CREATE TABLE IF NOT EXISTS ${tableName} (
    key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT);
  CREATE INDEX IF NOT EXISTS limits_expire ON ${tableName} (expire);
  CREATE TABLE IF NOT EXISTS slowed_networks (network TEXT PRIMARY KEY, expire BIGINT NOT NULL);
  CREATE TABLE IF NOT EXISTS waiting_logins (
    network TEXT NOT NULL, subject TEXT NOT NULL, last_try_at BIGINT NOT NULL,
    tries INTEGER NOT NULL, expire BIGINT NOT NULL, PRIMARY KEY (network, subject));
  CREATE INDEX IF NOT EXISTS waiting_logins_expire ON waiting_logins (expire);`
const sweepMs = 60_000
/** A caller who retries within this time continues their count. */
const waitingKeptMs = 15 * 60_000

/**
 * A file of its own: a writer on the main file would hold up the event loop. It is never fsynced;
 * if a power cut corrupts it, it is recreated, since it holds nothing but counters.
 */
export function openCounterFile(dataDir: string): Counters {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const sqlite = openOrRecreate(join(dataDir, 'limits.db'))
  const statements = new Map<string, Sqlite.Statement>()
  const query = async <Row>(text: string, values: readonly Value[]): Promise<Row[]> => {
    const statement = statements.get(text) ?? sqlite.prepare(text)
    statements.set(text, statement)
    if (statement.reader) return statement.all(...values) as Row[]
    statement.run(...values)
    return []
  }
  const stopSweeping = sweepInBatches({
    query,
    everyMs: sweepMs,
    waitingKeptMs,
    afterBatch: releasePages,
  })
  /** A few pages at a time go back to the disk. */
  function releasePages() {
    sqlite.pragma('incremental_vacuum(64)')
  }
  return {
    ...createCounters(
      query,
      (options) =>
        new RateLimiterSQLite({ ...options, storeClient: sqlite, storeType: 'better-sqlite3' }),
    ),
    async close() {
      await stopSweeping()
      sqlite.close()
    },
  }
}

function openOrRecreate(file: string): Sqlite.Database {
  try {
    return open(file)
  } catch (error) {
    if (!isCorrupt(error)) throw error
    for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true })
    return open(file)
  }
}

const incremental = 2

function open(file: string): Sqlite.Database {
  const sqlite = new Sqlite(file, { timeout: 5 })
  try {
    if (sqlite.pragma('auto_vacuum', { simple: true }) !== incremental) {
      sqlite.pragma(`auto_vacuum = ${incremental}`)
      // A file of an older version adopts the setting only when it is rewritten.
      sqlite.exec('VACUUM')
    }
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma('journal_size_limit = 4000000')
    sqlite.pragma('synchronous = OFF')
    sqlite.pragma('secure_delete = ON')
    if (sqlite.pragma('quick_check', { simple: true }) !== 'ok') throw new CorruptFileError()
    sqlite.exec(schema)
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

class CorruptFileError extends Error {}

function isCorrupt(error: unknown): boolean {
  if (error instanceof CorruptFileError) return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')
}

/** Two processes that start at once: PostgreSQL fails one `CREATE TABLE IF NOT EXISTS` of the two. */
const tableLock = 7_411_202

/** Shared by every process on the same PostgreSQL. */
export async function openCounterTable(pool: Pool): Promise<Counters> {
  await pool.query(`SELECT pg_advisory_xact_lock(${tableLock}); ${schema}`)
  const query = async <Row>(text: string, values: readonly Value[]): Promise<Row[]> => {
    let count = 0
    const numbered = text.replace(/\?/g, () => `$${++count}`)
    return (await pool.query(numbered, [...values])).rows
  }
  const stopSweeping = sweepInBatches({ query, everyMs: sweepMs, waitingKeptMs })
  return {
    ...createCounters(
      query,
      (options) => new RateLimiterPostgres({ ...options, storeClient: pool, storeType: 'pool' }),
    ),
    close: stopSweeping,
  }
}

/**
 * A locked or lost store refuses nobody: counts are then kept in memory, and waiting accounts are not
 * shown.
 */
function createCounters(
  query: Counters['query'],
  createLimiter: (options: ReturnType<typeof toLimiterOptions>) => RateLimiterAbstract,
): Omit<Counters, 'close'> {
  const opened = new Map<string, CounterRule & { durationMs: number; memory: RateLimiterMemory }>()
  return {
    ...createCounterBatches(tableName, query, opened),
    open(name, rule) {
      const memory = new RateLimiterMemory({ ...rule, keyPrefix: name })
      opened.set(name, { ...rule, durationMs: rule.duration * 1000, memory })
      return createLimiter(toLimiterOptions(name, rule, memory))
    },
    query: (text, values) => query<never>(text, values).catch(() => []),
  }
}

function toLimiterOptions(name: string, rule: CounterRule, insuranceLimiter: RateLimiterMemory) {
  return {
    ...rule,
    keyPrefix: name,
    tableName,
    tableCreated: true,
    clearExpiredByTimeout: false,
    insuranceLimiter,
  }
}

/** Counts one; null when that was still within the limit. */
export async function consume(
  counter: Pick<RateLimiterMemory, 'consume'>,
  key: string,
): Promise<RateLimited | null> {
  try {
    await counter.consume(key)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return toRateLimited({ msLeft: refused.msBeforeNext })
    throw refused
  }
}

export function toRateLimited({ msLeft }: { readonly msLeft: number }): RateLimited {
  return { retryAfterSeconds: Math.max(1, Math.ceil(msLeft / 1000)) }
}
