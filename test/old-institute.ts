import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Pool } from 'pg'
import { migratePostgres, migrateSqlite } from '#server/database/migrate.ts'
import { createPasswords } from '#server/platform/passwords.ts'
import { studentPassword } from './factories.ts'
import { listOldRows, type OldRows } from './old-institute-rows.ts'
import { adminPassword } from './test-app.ts'

type OldInstitute = {
  readonly dataDir: string
  /** On PostgreSQL the schema's address; null for SQLite. */
  readonly databaseUrl: string | null
  readonly now: number
}

/**
 * A database of the first version, filled in several steps: rows of each version are written in its
 * own tables, and the next migrations follow. The latest are left to the app that opens it.
 */
export async function makeOldInstitute({ dataDir, databaseUrl, now }: OldInstitute) {
  const passwords = createPasswords({ memoryKiB: 64, passes: 1 })
  const steps = listOldRows({
    now,
    adminHash: await passwords.hash(adminPassword),
    studentHash: await passwords.hash(studentPassword),
  })
  const database = databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir)
  try {
    for (const { before, tables } of steps) {
      await database.migrateUntil(before)
      for (const [table, rows] of Object.entries(tables)) {
        for (const text of toInserts(table, rows)) await database.run(text)
      }
    }
  } finally {
    await database.close()
  }
}

function openSqlite(dataDir: string) {
  const sqlite = new Sqlite(join(dataDir, 'institute.db'))
  sqlite.pragma('journal_mode = WAL')
  sqlite.exec('CREATE TABLE migrations (name TEXT PRIMARY KEY)')
  return {
    run: async (text: string) => void sqlite.exec(text),
    async migrateUntil(before: string) {
      for (const text of leaveOut(before, 'sqlite')) sqlite.exec(text)
      await migrateSqlite(sqlite)
      sqlite.exec(takeIn(before))
    },
    close: async () => void sqlite.close(),
  }
}

function openPostgres(url: string) {
  const pool = new Pool({ connectionString: url })
  const run = async (text: string) => void (await pool.query(text))
  return {
    run,
    async migrateUntil(before: string) {
      await run('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)')
      for (const text of leaveOut(before, 'postgres')) await run(text)
      await migratePostgres(pool)
      await run(takeIn(before))
    },
    close: () => pool.end(),
  }
}

const folder = join(import.meta.dirname, '../server/database/migrations')

/** Later migrations count as done for a while. */
function leaveOut(before: string, engine: 'sqlite' | 'postgres'): string[] {
  return readdirSync(folder)
    .filter((name) => name >= before)
    .filter((name) => name.split('.').length === 2 || name.includes(`.${engine}.`))
    .map((name) => `INSERT INTO migrations (name) VALUES ('${name}')`)
}

const takeIn = (before: string) => `DELETE FROM migrations WHERE name >= '${before}'`

const rowsAtOnce = 200

function toInserts(table: string, rows: OldRows): string[] {
  const [first = {}] = rows
  const columns = Object.keys(first)
  const values = rows.map((row) => `(${columns.map((name) => toSql(row[name])).join(', ')})`)
  const starts = Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, n) => n)
  return starts.map((n) => {
    const some = values.slice(n * rowsAtOnce, (n + 1) * rowsAtOnce)
    return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${some.join(', ')}`
  })
}

function toSql(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return 'NULL'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
