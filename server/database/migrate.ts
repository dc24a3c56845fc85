import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database as Sqlite } from 'better-sqlite3'
import type { Pool, PoolClient } from 'pg'

const folder = join(import.meta.dirname, 'migrations')
const createMigrationsTable = 'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)'

/** What a migration in TypeScript works on: the same SQL on both engines, placeholders as `$1`, `$2`. */
export type MigrationDb = {
  readonly engine: 'sqlite' | 'postgres'
  /** One statement or, without values, several. */
  run(sql: string, values?: readonly unknown[]): Promise<void>
  all<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
}

type Migration = {
  readonly name: string
  readonly migrate: (db: MigrationDb) => Promise<void>
}

/**
 * Each file runs once, in order, in its own transaction, so that a crash leaves all of it or
 * nothing. `SORTED_TEXT` is a text compared byte by byte. Where the engines differ there are two
 * files, `….sqlite.sql` and `….postgres.sql`. A migration that needs code is a `.ts` file that
 * exports `migrate`.
 *
 * @returns whether there was none of our tables before
 */
export async function migrateSqlite(sqlite: Sqlite): Promise<boolean> {
  sqlite.exec(createMigrationsTable)
  const applied = sqlite.prepare('SELECT name FROM migrations').pluck().all() as string[]
  const db = createSqliteMigrationDb(sqlite)
  for (const { name, migrate } of await loadPending(applied, 'sqlite')) {
    sqlite.exec('BEGIN IMMEDIATE')
    await migrate(db)
    sqlite.prepare('INSERT INTO migrations (name) VALUES (?)').run(name)
    sqlite.exec('COMMIT')
  }
  return applied.length === 0
}

const lockKey = 7_302_511

/** The same on PostgreSQL; of several processes that start together, one migrates. */
export async function migratePostgres(pool: Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await client.query(createMigrationsTable)
    const { rows } = await client.query('SELECT name FROM migrations')
    const applied = rows.map((row) => row.name)
    const db = createPostgresMigrationDb(client)
    for (const { name, migrate } of await loadPending(applied, 'postgres')) {
      await client.query('BEGIN')
      await migrate(db)
      await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
      await client.query('COMMIT')
    }
    return applied.length === 0
  } finally {
    client.release(true)
  }
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

async function loadPending(
  applied: readonly string[],
  engine: 'sqlite' | 'postgres',
): Promise<Migration[]> {
  const { pending, unknown } = compareMigrations(applied, engine)
  if (unknown[0]) {
    throw new Error(
      `The database was made by a newer version (it has ${unknown[0]}). Start that version instead.`,
    )
  }
  return Promise.all(pending.map(load))
}

/** `pending` has yet to run on the database; `unknown` ran there, and this code has it not. */
export function compareMigrations(applied: readonly string[], engine: 'sqlite' | 'postgres') {
  const names = readdirSync(folder)
    .filter((name) => new RegExp(`^[^.]+(\\.${engine})?\\.(sql|ts)$`).test(name))
    .sort()
  return {
    pending: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)),
  }
}

async function load(name: string): Promise<Migration> {
  const path = join(folder, name)
  if (name.endsWith('.ts')) {
    const { migrate } = await import(path)
    return { name, migrate }
  }
  const sql = readFileSync(path, 'utf8')
  return { name, migrate: (db) => db.run(sql) }
}
