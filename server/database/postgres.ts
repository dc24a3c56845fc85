import { Kysely, PostgresDialect } from 'kysely'
import { type Pool, types } from 'pg'
import type { Logger } from 'pino'
import { type Database, runWithBeforeCommitJobs } from './database.ts'
import { getErrorCode } from './database-file.ts'
import { isDiskFull } from './disk-full.ts'
import { refuseForeignTables } from './foreign-tables.ts'
import { migratePostgres } from './migrate.ts'
import type { Print } from './migration-progress.ts'
import { connectToPrimary, createPool } from './postgres-hosts.ts'
import { refusePooledTransactions } from './postgres-pooler.ts'
import { explainMigrationError, refuseOtherEncoding } from './postgres-requirements.ts'
import { isolation, usualDefaults } from './postgres-settings.ts'
import { createSignals, type Signals } from './postgres-signals.ts'
import { planOutdated, prepareStatements } from './postgres-statements.ts'
import type { Tables } from './tables.ts'
import { refuseUnfinishedMove } from './unfinished-move.ts'

const int8 = 20

/**
 * A list is read from an index in one process: on a disk without moving parts that is as fast as in
 * its order, and the two processes that PostgreSQL would start for it take longer and the cores that
 * an exam needs.
 */
const plannerSettings = 'SET random_page_cost = 1.1; SET max_parallel_workers_per_gather = 0'

export type PostgresDatabase = Database & { readonly pool: Pool; readonly signals: Signals }

export async function openPostgres(
  url: string,
  log: Pick<Logger, 'warn'>,
  print?: Print,
): Promise<PostgresDatabase> {
  const pool = createPool(url, {
    max: 10,
    connectionTimeoutMillis: 5_000,
    onConnect: (client) => client.query(`${usualDefaults}; ${plannerSettings}`),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : types.getTypeParser(oid, format as 'text'),
    },
  })
  // A restart of PostgreSQL ends idle connections; unheard, that error would end this process.
  const onError = (error: Error) => log.warn({ code: error.name }, 'database connection lost')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  let isNew: boolean
  try {
    await connectToPrimary(pool, url)
    await refusePooledTransactions(pool)
    await refuseOtherEncoding(pool)
    await refuseUnfinishedMove(pool)
    await refuseForeignTables(pool)
    isNew = await migratePostgres(pool, print).catch(async (error) => {
      throw await explainMigrationError(error, pool)
    })
  } catch (error) {
    await pool.end()
    throw error
  }
  const read = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: prepareStatements(pool) }),
  })
  const signals = createSignals(pool, log)
  const write: Database['write'] = (job) =>
    retryOnConflict(() =>
      read
        .transaction()
        .setIsolationLevel(isolation)
        .execute((tx) => runWithBeforeCommitJobs(tx, job)),
    )
  return {
    engine: 'postgres',
    isNew,
    pool,
    read,
    write,
    erase: write,
    async clean() {},
    findRoom: () => findRoom(pool),
    signals,
    async close() {
      await signals.close()
      await read.destroy()
    },
  }
}

const maxTries = 5
const deadlock = '40P01'
const serializationFailure = '40001'
const uniqueViolation = '23505'
const retryableCodes = [deadlock, serializationFailure, uniqueViolation, planOutdated]

/**
 * Retries after a deadlock, a unique violation or rows that another transaction has changed: nothing
 * is lost, and the second run sees the other one's rows. Also after a migration by another process.
 */
async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!isRetryable(error) || tries === maxTries) throw error
    }
  }
}

function isRetryable(error: unknown): boolean {
  return retryableCodes.includes(getErrorCode(error))
}

/** A megabyte, in a table that is gone at once. Only a full disk is of interest here. */
async function findRoom(pool: Pool): Promise<void> {
  await pool
    .query(
      `CREATE TEMPORARY TABLE room AS
        SELECT number, md5(number::text) FROM generate_series(1, 16000) AS number;
      DROP TABLE room`,
    )
    .catch((error) => {
      if (isDiskFull(error)) throw error
    })
}
