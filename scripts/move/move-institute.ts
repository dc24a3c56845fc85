import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Pool, PoolClient } from 'pg'
import { refuseForeignTables } from '#server/database/foreign-tables.ts'
import { acquireInstanceLock, describeFolderInUse } from '#server/database/instance-lock.ts'
import { migratePostgres } from '#server/database/migrate.ts'
import { compareMigrations } from '#server/database/migration-files.ts'
import { connectToPrimary, createPool } from '#server/database/postgres-hosts.ts'
import { refusePooledTransactions } from '#server/database/postgres-pooler.ts'
import { usualDefaults } from '#server/database/postgres-settings.ts'
import { markMoveFinished, markMoveUnfinished } from '#server/database/unfinished-move.ts'
import { listFilledTables, readLayouts, type TableLayout } from './table-layouts.ts'
import {
  countSqliteRows,
  Fingerprint,
  insertRows,
  readPostgresRows,
  readSqliteRows,
  toRowBatches,
} from './table-rows.ts'

type MoveInput = {
  readonly dataDir: string
  readonly databaseUrl: string
  /** Takes one line about the progress. */
  readonly print: Print
}

type Moved = { readonly rows: number; readonly tables: number }

/**
 * Copies the institute in the folder, on which no server may run, into an empty PostgreSQL
 * database. All rows are copied and compared in one transaction, so that a run that is killed
 * leaves none; from before it until it is committed no server starts on the database.
 */
export async function moveInstitute({ dataDir, databaseUrl, print }: MoveInput): Promise<Moved> {
  const file = join(dataDir, 'institute.db')
  if (!existsSync(file)) throw new Error(`There is no ${file} to move.`)
  const releaseLock = acquireInstanceLock(dataDir)
  if (!releaseLock) throw new Error(`${describeFolderInUse(dataDir)} Stop it first.`)
  const sqlite = new Sqlite(file, { readonly: true })
  const pool = createPool(databaseUrl, {
    max: 3,
    connectionTimeoutMillis: 5_000,
    onConnect: (client) => client.query(usualDefaults),
  })
  pool.on('error', () => {})
  try {
    sqlite.exec('BEGIN')
    checkSource(sqlite, file)
    await connectToPrimary(pool, databaseUrl)
    await refusePooledTransactions(pool)
    await refuseForeignTables(pool)
    return await copyAll(sqlite, pool, print)
  } finally {
    await pool.end()
    sqlite.close()
    releaseLock()
  }
}

function checkSource(sqlite: Sqlite.Database, file: string) {
  const verdict = sqlite.pragma('quick_check', { simple: true })
  if (verdict !== 'ok') throw new Error(`${file} is damaged: ${verdict}`)
  const applied = sqlite.prepare('SELECT name FROM migrations').pluck().all() as string[]
  const { pending, unknown } = compareMigrations(applied, 'sqlite')
  if (unknown.length > 0) {
    throw new Error(`${file} was made by a newer version. Use that version instead.`)
  }
  if (pending.length > 0) {
    throw new Error(
      `${file} was last opened by an older version. Start the server on it once, stop it, and run this again.`,
    )
  }
}

type Print = (line: string) => void

async function copyAll(sqlite: Sqlite.Database, pool: Pool, print: Print): Promise<Moved> {
  const client = await pool.connect()
  // A lost connection fails the query that waits for it.
  client.on('error', () => {})
  try {
    const isMovedBefore = await runAlone(client, () => claimDatabase(sqlite, client))
    await migratePostgres(pool, print)
    const layouts = await readLayouts(sqlite, client)
    const tables = layouts.map(({ name }) => client.escapeIdentifier(name)).join(', ')
    if (isMovedBefore) print('All rows are there: an earlier run has copied them.')
    else {
      // A run that was killed leaves no rows, but their room.
      await client.query(`VACUUM ${tables}`)
      const filled = await runAlone(client, () => copyTables(sqlite, client, { layouts, print }))
      if (filled.length > 0) throw createFilledError(filled)
    }
    // After the copy is kept: PostgreSQL does the same by itself, somewhat later.
    await client.query(`VACUUM (ANALYZE) ${tables}`).catch(({ message }) => print(message))
    const rows = layouts.reduce((sum, layout) => sum + countSqliteRows(sqlite, layout), 0)
    return { rows, tables: layouts.length }
  } finally {
    client.release(true)
  }
}

const lockKey = 7_302_513

/** Runs in a transaction of its own; of two moves at once, one waits for the other. */
async function runAlone<T>(client: PoolClient, job: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    await client.query(
      `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
       SET LOCAL lock_timeout = '10s'; SET LOCAL synchronous_commit = on`,
    )
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey])
    const result = await job()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/**
 * From now on no server starts on the database. @returns true if it holds this institute already:
 * the run that copied it was killed before it could say so
 */
async function claimDatabase(sqlite: Sqlite.Database, client: PoolClient): Promise<boolean> {
  const filled = await listFilledTables(client)
  if (filled.length === 0) {
    await markMoveUnfinished(client)
    return false
  }
  const layouts = await readLayouts(sqlite, client).catch(() => null)
  if (!layouts) throw createFilledError(filled)
  for (const layout of layouts) {
    const { source, copy } = await compareTable(sqlite, client, layout)
    if (!source.equals(copy)) throw createFilledError(filled)
  }
  return true
}

function createFilledError(filled: readonly string[]): Error {
  return new Error(
    `The database is not empty: there are rows in ${filled.join(', ')}. Name an empty one. Nothing was copied.`,
  )
}

type CopyTablesInput = { readonly layouts: readonly TableLayout[]; readonly print: Print }

/** @returns the tables that a server filled which had started just before the claim */
async function copyTables(
  sqlite: Sqlite.Database,
  client: PoolClient,
  { layouts, print }: CopyTablesInput,
): Promise<readonly string[]> {
  const names = layouts.map(({ name }) => client.escapeIdentifier(name))
  await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`)
  const filled = await listFilledTables(client)
  if (filled.length === 0) {
    for (const layout of layouts) await copyTable(sqlite, client, { layout, print })
  }
  await markMoveFinished(client)
  return filled
}

const printEveryMs = 2_000

/** @throws unless what is there afterwards is what is here */
async function copyTable(
  sqlite: Sqlite.Database,
  client: PoolClient,
  { layout, print }: { readonly layout: TableLayout; readonly print: Print },
) {
  const { name } = layout
  const count = format(countSqliteRows(sqlite, layout))
  let copied = 0
  let printedAt = performance.now()
  for (const rows of toRowBatches(readSqliteRows(sqlite, layout))) {
    await insertRows(client, layout, rows).catch(({ message }) => {
      throw new Error(`${name}: ${message}. Nothing was copied.`)
    })
    copied += rows.length
    if (performance.now() - printedAt < printEveryMs) continue
    print(`${name}: ${format(copied)} of ${count} rows …`)
    printedAt = performance.now()
  }
  const { source, copy } = await compareTable(sqlite, client, layout)
  if (!source.equals(copy)) {
    throw new Error(`${name}: ${source} here, ${copy} on PostgreSQL. Nothing was copied.`)
  }
  print(`${name}: ${copy} on both`)
}

async function compareTable(sqlite: Sqlite.Database, client: PoolClient, layout: TableLayout) {
  const [source, copy] = [new Fingerprint(), new Fingerprint()]
  for (const rows of toRowBatches(readSqliteRows(sqlite, layout))) source.add(rows)
  for await (const rows of readPostgresRows(client, layout)) copy.add(rows)
  return { source, copy }
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
