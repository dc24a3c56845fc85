import type { Database as Sqlite } from 'better-sqlite3'
import type { Pool, PoolClient } from 'pg'
import { compareMigrations, loadMigration, type MigrationDb } from './migration-files.ts'
import { createProgress, type Print, watchBlockers } from './migration-progress.ts'

const createMigrationsTable = 'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)'

/**
 * Each file runs once, in order, in its own transaction, so that a crash leaves all of it or
 * nothing. `SORTED_TEXT` is a text compared byte by byte. Where the engines differ there are two
 * files, `….sqlite.sql` and `….postgres.sql`. A migration that needs code is a `.ts` file that
 * exports `migrate`.
 *
 * @returns whether there was none of our tables before
 */
export async function migrateSqlite(sqlite: Sqlite, print: Print = () => {}): Promise<boolean> {
  sqlite.exec(createMigrationsTable)
  const applied = sqlite.prepare('SELECT name FROM migrations').pluck().all() as string[]
  const db = createSqliteMigrationDb(sqlite)
  const pending = listPending(applied, 'sqlite')
  const total = applied.length + pending.length
  const printProgress = createProgress(print)
  for (const [index, name] of pending.entries()) {
    printProgress({ done: applied.length + index, total })
    const migrate = await loadMigration(name)
    sqlite.exec('BEGIN IMMEDIATE')
    await migrate(db)
    sqlite.prepare('INSERT INTO migrations (name) VALUES (?)').run(name)
    sqlite.exec('COMMIT')
  }
  return applied.length === 0
}

const lockKey = 7_302_511
/** A migration of a large institute takes longer than a call may, and may have to wait. */
const patience = `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`

/** The same on PostgreSQL; of several processes that start together, one at a time migrates. */
export async function migratePostgres(pool: Pool, print: Print = () => {}): Promise<boolean> {
  const client = await pool.connect()
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  const stopWatching = watchBlockers(pool, rows[0].pid, print)
  const printProgress = createProgress(print)
  try {
    const first = await migrateNext(client, printProgress)
    for (let step = first; step.hasMore; ) step = await migrateNext(client, printProgress)
    return first.isNew
  } finally {
    stopWatching()
    client.release(true)
  }
}

type Step = { readonly isNew: boolean; readonly hasMore: boolean }

/** The lock ends with the transaction: a pooler could keep that of a session for good. */
async function migrateNext(
  client: PoolClient,
  printProgress: ReturnType<typeof createProgress>,
): Promise<Step> {
  await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED; ${patience}`)
  await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey])
  await client.query(createMigrationsTable)
  const { rows } = await client.query('SELECT name FROM migrations')
  const applied = rows.map((row) => row.name)
  const pending = listPending(applied, 'postgres')
  const [name] = pending
  if (name) {
    printProgress({ done: applied.length, total: applied.length + pending.length })
    const migrate = await loadMigration(name)
    await migrate(createPostgresMigrationDb(client))
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
  }
  await client.query('COMMIT')
  return { isNew: applied.length === 0, hasMore: pending.length > 1 }
}

function createSqliteMigrationDb(sqlite: Sqlite): MigrationDb {
  const prepare = (sql: string) => sqlite.prepare(sql.replace(/\$(\d+)/g, '?$1'))
  const statements = new Map<string, ReturnType<typeof prepare>>()
  const getStatement = (sql: string) => {
    const statement = statements.get(sql) ?? prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    engine: 'sqlite',
    async run(sql, values) {
      if (values) getStatement(sql).run(toNamedParameters(values))
      else sqlite.exec(sql.replaceAll('SORTED_TEXT', 'TEXT'))
    },
    all: async <Row>(sql: string, values: readonly unknown[] = []) =>
      (values.length > 0
        ? getStatement(sql).all(toNamedParameters(values))
        : getStatement(sql).all()) as Row[],
  }
}

/** better-sqlite3 takes numbered placeholders by name. */
function toNamedParameters(values: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(values.map((value, index) => [index + 1, value]))
}

function createPostgresMigrationDb(client: PoolClient): MigrationDb {
  const query = (sql: string, values: readonly unknown[] = []) =>
    client.query(sql.replaceAll('SORTED_TEXT', 'TEXT COLLATE "C"'), [...values])
  return {
    engine: 'postgres',
    async run(sql, values) {
      await query(sql, values)
    },
    all: async <Row>(sql: string, values?: readonly unknown[]) =>
      (await query(sql, values)).rows as Row[],
  }
}

function listPending(applied: readonly string[], engine: 'sqlite' | 'postgres'): string[] {
  const { pending, unknown } = compareMigrations(applied, engine)
  if (unknown[0]) {
    throw new Error(
      `The database was made by a newer version (it has ${unknown[0]}). Start that version instead.`,
    )
  }
  return pending
}
