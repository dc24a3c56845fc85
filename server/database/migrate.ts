import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database as Sqlite } from 'better-sqlite3'
import type { Pool } from 'pg'

const folder = join(import.meta.dirname, 'migrations')
const ledger = 'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)'

/**
 * Each file runs once, in order, in a transaction of its own, so that a process killed in the
 * middle leaves either all of it or nothing. `SORTED_TEXT` is a text compared byte by byte. What
 * the engines word differently is in two files: `….sqlite.sql` and `….postgres.sql`.
 */
export async function migrateSqlite(sqlite: Sqlite): Promise<void> {
  sqlite.exec(ledger)
  const done = sqlite.prepare('SELECT name FROM migrations').pluck().all() as string[]
  for (const { name, sql } of missing(done, 'sqlite')) {
    sqlite.exec('BEGIN IMMEDIATE')
    sqlite.exec(sql.replaceAll('SORTED_TEXT', 'TEXT'))
    sqlite.prepare('INSERT INTO migrations (name) VALUES (?)').run(name)
    sqlite.exec('COMMIT')
  }
}

const lockKey = 7_302_511

/** The same on PostgreSQL; of several processes that start at once, one does it. */
export async function migratePostgres(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await client.query(ledger)
    const { rows } = await client.query('SELECT name FROM migrations')
    for (const { name, sql } of missing(
      rows.map((row) => row.name),
      'postgres',
    )) {
      await client.query('BEGIN')
      await client.query(sql.replaceAll('SORTED_TEXT', 'TEXT COLLATE "C"'))
      await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
      await client.query('COMMIT')
    }
  } finally {
    client.release(true)
  }
}

function missing(
  done: readonly string[],
  engine: 'sqlite' | 'postgres',
): { name: string; sql: string }[] {
  const names = readdirSync(folder)
    .filter((name) => new RegExp(`^[^.]+(\\.${engine})?\\.sql$`).test(name))
    .sort()
  const unknown = done.find((name) => !names.includes(name))
  if (unknown) {
    throw new Error(
      `The database was made by a newer version (it has ${unknown}). Start that version instead.`,
    )
  }
  return names
    .filter((name) => !done.includes(name))
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }))
}
