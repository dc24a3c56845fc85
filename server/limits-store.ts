import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Pool } from 'pg'
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterSQLite,
} from 'rate-limiter-flexible'

/** Counters that outlive the process; while their store fails, memory stands in. */
export type Counters = {
  open(name: string, rule: { points: number; duration: number }): RateLimiterAbstract
  close(): Promise<void>
}

const tableName = 'limits'
const table = `CREATE TABLE IF NOT EXISTS ${tableName} (
  key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)`
const sweepMs = 10 * 60 * 1000

/**
 * A file of its own: a writer on the main file would hold up the event loop. It is never
 * fsynced; should a power cut spoil it, it is begun anew, since counters are all it holds.
 */
export function openCounterFile(dataDir: string): Counters {
  mkdirSync(dataDir, { recursive: true })
  const sqlite = openOrBeginAnew(join(dataDir, 'limits.db'))
  const sweep = sqlite.prepare(
    `DELETE FROM ${tableName} WHERE rowid IN (SELECT rowid FROM ${tableName} WHERE expire < ? LIMIT 5000)`,
  )
  const timer = setInterval(() => ignoreLock(() => sweep.run(Date.now())), sweepMs).unref()
  return {
    open: (name, rule) =>
      new RateLimiterSQLite({
        ...rulesOf(name, rule),
        storeClient: sqlite,
        storeType: 'better-sqlite3',
      }),
    async close() {
      clearInterval(timer)
      sqlite.close()
    },
  }
}

function openOrBeginAnew(file: string): Sqlite.Database {
  try {
    return open(file)
  } catch (error) {
    if (!isSpoilt(error)) throw error
    for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true })
    return open(file)
  }
}

function open(file: string): Sqlite.Database {
  const sqlite = new Sqlite(file, { timeout: 5 })
  try {
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma('synchronous = OFF')
    if (sqlite.pragma('quick_check', { simple: true }) !== 'ok') throw new SpoiltFile()
    sqlite.exec(table)
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

class SpoiltFile extends Error {}

function isSpoilt(error: unknown): boolean {
  if (error instanceof SpoiltFile) return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')
}

function ignoreLock(sweep: () => void) {
  try {
    sweep()
  } catch {
    // The next round sweeps what this one could not.
  }
}

/** Two processes that start at once: PostgreSQL fails one `CREATE TABLE IF NOT EXISTS` of the two. */
const tableLock = 7_411_202

/** Shared by every process on the same PostgreSQL. */
export async function openCounterTable(pool: Pool): Promise<Counters> {
  await pool.query(`SELECT pg_advisory_xact_lock(${tableLock}); ${table}`)
  const sweep = () => pool.query(`DELETE FROM ${tableName} WHERE expire < $1`, [Date.now()])
  const timer = setInterval(() => sweep().catch(() => {}), sweepMs).unref()
  return {
    open: (name, rule) =>
      new RateLimiterPostgres({ ...rulesOf(name, rule), storeClient: pool, storeType: 'pool' }),
    async close() {
      clearInterval(timer)
    },
  }
}

function rulesOf(name: string, rule: Pick<IRateLimiterOptions, 'points' | 'duration'>) {
  return {
    ...rule,
    keyPrefix: name,
    tableName,
    tableCreated: true,
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory({ ...rule, keyPrefix: name }),
  }
}
