import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { acquireInstanceLock } from '#server/database/instance-lock.ts'
import { migrateSqlite } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { pickByRunLength } from '#test/long-run.ts'
import { findFreePort } from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'
import { createSchema } from '#test/test-databases.ts'
import { seedLarge } from '../../demo/large/seed-large.ts'
import { moveInstitute } from './move-institute.ts'

vi.setConfig({ testTimeout: pickByRunLength(600_000, 60_000) })

let dataDir: string
let schema: string
let databaseUrl: string
let postgres: Client
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'move-'))
  schema = `move_${randomBytes(6).toString('hex')}`
  databaseUrl = await createSchema(inject('postgresUrl'), schema)
  postgres = new Client({ connectionString: databaseUrl })
  await postgres.connect()
})
afterEach(async () => {
  await postgres.query(`DROP SCHEMA ${schema} CASCADE`)
  await postgres.end()
  rmSync(dataDir, { recursive: true, force: true })
})

const getFile = () => join(dataDir, 'institute.db')
const hashFile = () => createHash('sha256').update(readFileSync(getFile())).digest('hex')
const move = () => moveInstitute({ dataDir, databaseUrl, print: () => {} })
const openServer = () => openPostgres(databaseUrl, { warn: () => {} })

async function onSqlite(change: (sqlite: Sqlite.Database) => void) {
  const sqlite = new Sqlite(getFile())
  sqlite.pragma('journal_mode = WAL')
  await migrateSqlite(sqlite)
  change(sqlite)
  sqlite.close()
}

it('copies every column of every table unchanged, and does not change the file', async () => {
  await onSqlite(fillEveryTable)
  const before = hashFile()
  const { rows, tables } = await move()
  expect(hashFile()).toBe(before)

  const sqlite = new Sqlite(getFile(), { readonly: true })
  const names = listTables(sqlite)
  for (const name of names) {
    const source = sqlite.prepare(`SELECT * FROM ${name}`).safeIntegers().all() as Row[]
    const columns = Object.keys(source[0] as Row)
    expect(await readPostgres(name), name).toEqual(sortRows(source, columns))
  }
  sqlite.close()
  expect(tables).toBe(names.length)
  expect(rows).toBe(names.reduce((sum, name) => sum + countRows(name), 0))
  await (await openServer()).close()
})

it('reports on a second run that every row is there', async () => {
  await onSqlite(fillEveryTable)
  await move()
  const lines: string[] = []
  await moveInstitute({ dataDir, databaseUrl, print: (line) => lines.push(line) })
  expect(lines).toEqual(['All rows are there: an earlier run has copied them.'])
})

it('refuses a database with rows of another institute, which stays as it is', async () => {
  await onSqlite(fillEveryTable)
  const app = await createTestApp({ databaseUrl: inject('postgresUrl'), schema })
  await app.createAdmin()
  await expect(move()).rejects.toThrow(/not empty: there are rows in accounts, .*Name an empty one/)
  expect((await app.deps.db.read.selectFrom('accounts').select('email').execute()).length).toBe(1)
  await app.close()
  await (await openServer()).close()
})

it('refuses a database with rows of another program', async () => {
  await onSqlite(() => {})
  await postgres.query('CREATE TABLE invoices AS SELECT 1 AS id')
  await expect(move()).rejects.toThrow('there are rows in invoices')
})

it('refuses to run while a server runs on the folder', async () => {
  await onSqlite(() => {})
  const releaseLock = acquireInstanceLock(dataDir)
  await expect(move()).rejects.toThrow(/Another process is using the folder .* Stop it first/)
  releaseLock?.()
  await expect(move()).resolves.toMatchObject({ rows: 0 })
})

it('refuses a folder without an institute', async () => {
  await expect(move()).rejects.toThrow(`There is no ${getFile()} to move.`)
})

it('refuses a file of an older version and one of a newer version', async () => {
  await onSqlite((sqlite) => {
    sqlite.exec('DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)')
  })
  await expect(move()).rejects.toThrow(/last opened by an older version. Start the server on it/)
  const sqlite = new Sqlite(getFile())
  sqlite.exec(`INSERT INTO migrations (name) VALUES ('9999-later.sql')`)
  sqlite.close()
  await expect(move()).rejects.toThrow(/made by a newer version/)
})

it.each([
  {
    engine: 'SQLite',
    sql: 'ALTER TABLE enquiries ADD COLUMN more TEXT',
    message: 'enquiries.more is missing on PostgreSQL',
  },
  {
    engine: 'SQLite',
    sql: 'CREATE TABLE notes (id TEXT PRIMARY KEY)',
    message: 'notes is missing on PostgreSQL',
  },
  {
    engine: 'PostgreSQL',
    sql: 'ALTER TABLE enquiries ADD COLUMN more TEXT',
    message: 'enquiries.more is missing on SQLite',
  },
  {
    engine: 'PostgreSQL',
    sql: 'ALTER TABLE enquiries ALTER COLUMN message TYPE JSONB USING message::jsonb',
    message: 'enquiries.message is of the type jsonb, which the move cannot copy',
  },
  {
    engine: 'PostgreSQL',
    sql: 'ALTER TABLE attempt_places ALTER COLUMN calls ADD GENERATED ALWAYS AS IDENTITY',
    message: 'attempt_places.calls is of the type integer that the database fills in',
  },
])('refuses when only $engine has it: $sql', async ({ engine, sql, message }) => {
  await onSqlite((sqlite) => engine === 'SQLite' && sqlite.exec(sql))
  if (engine === 'PostgreSQL') {
    await (await openServer()).close()
    await postgres.query(sql)
  }
  await expect(move()).rejects.toThrow(message)
})

it.each([
  { sql: `UPDATE exams SET created_at = 1.5 WHERE rowid = 1`, message: 'exams.created_at' },
  { sql: `UPDATE exams SET title = 'a' || char(0) WHERE rowid = 1`, message: 'exams.title' },
  { sql: `UPDATE exams SET title = x'ff' WHERE rowid = 1`, message: 'exams.title' },
  { sql: 'UPDATE attempts SET score = 3000000000 WHERE rowid = 1', message: 'attempts: ' },
])('names a value that PostgreSQL cannot store, and can be run again: $sql', async (one) => {
  await onSqlite((sqlite) => {
    fillEveryTable(sqlite)
    sqlite.exec(one.sql)
  })
  await expect(move()).rejects.toThrow(one.message)
  await expect(openServer()).rejects.toThrow(/was not finished.*Run npm run move-to-postgres again/)
  await onSqlite((sqlite) => {
    sqlite.exec(`UPDATE exams SET created_at = 1, title = 'a'; UPDATE attempts SET score = 3`)
  })
  await move()
  await (await openServer()).close()
})

const run = promisify(execFile)
const createEnvironment = () => ({ ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
const toPath = (program: string) => join(import.meta.dirname, '../..', program)

it('a killed run leaves a database on which no server starts, and a second run completes it', async () => {
  await seedLarge(dataDir, Date.UTC(2026, 10, 21), pickByRunLength(large, small))
  for (const number of pickByRunLength([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [1, 4])) {
    await killAtLine(number)
    await expect(openServer()).rejects.toThrow(/was not finished/)
    expect(await readPostgres('accounts')).toEqual([])
  }
  const failure = await run(process.execPath, [toPath('server/main.ts')], {
    env: { ...createEnvironment(), PORT: String(await findFreePort()) },
  }).catch((error) => error)
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining('was not finished') })

  const { stdout } = await run(process.execPath, [toPath('scripts/move-to-postgres.ts')], {
    env: createEnvironment(),
  })
  expect(stdout.trim().split('\n').slice(-2)).toEqual([
    expect.stringMatching(/^Moved [\d,]+ rows of \d+ tables in \d+ s\. /),
    expect.stringContaining(`DATABASE_URL as it is now, and still with DATA_DIR=${dataDir}`),
  ])
  const heads = await Promise.all(
    [createEnvironment(), { ...process.env, DATA_DIR: dataDir }].map((env) =>
      run(process.execPath, [toPath('scripts/verify-audit.ts')], { env }),
    ),
  )
  expect(heads[0]?.stdout).toMatch(/^OK: \d{3,} entries/)
  expect(heads[0]?.stdout).toBe(heads[1]?.stdout)
})

const small = { students: 60, exams: 12, attempts: 400 }
const large = { students: 1_000, exams: 40, attempts: 10_000 }

/** Starts the move in a process of its own, and kills it when it prints this line. */
async function killAtLine(number: number) {
  const child = spawn(process.execPath, [toPath('scripts/move-to-postgres.ts')], {
    env: createEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let seen = 0
  createInterface({ input: child.stdout }).on('line', () => {
    seen += 1
    if (seen === number) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

type Row = Record<string, unknown>

function listTables(sqlite: Sqlite.Database): string[] {
  const names = sqlite.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all()
  return (names as string[]).filter((name) => !/^(migrations$|sqlite_)/.test(name))
}

/** The values as texts, as PostgreSQL sends them. */
function sortRows(rows: readonly Row[], columns: readonly string[]): string[] {
  const toText = (value: unknown) => (value === null ? null : String(value))
  return rows.map((row) => JSON.stringify(columns.map((name) => toText(row[name])))).toSorted()
}

async function readPostgres(table: string): Promise<string[]> {
  const types = { getTypeParser: () => (text: string) => text }
  const { rows, fields } = await postgres.query({ text: `SELECT * FROM ${table}`, types })
  const order = listColumns(table)
  expect(fields.map(({ name }) => name).toSorted()).toEqual(order.toSorted())
  return sortRows(rows, order)
}

function listColumns(table: string): string[] {
  const sqlite = new Sqlite(getFile(), { readonly: true })
  const names = sqlite.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  sqlite.close()
  return names as string[]
}

/** The institute has one row, all others three. */
const countRows = (table: string) => (table === 'institute' ? 1 : 3)
const oddText = `"double" 'single' \\ {brace}, NULL\n\t%s $1 é नमस्ते 😀 <script>`
const samples: Record<string, readonly unknown[]> = {
  INTEGER: [1, -7, 2_147_483_647],
  BIGINT: [0, -5, 9_007_199_254_740_993n],
  'DOUBLE PRECISION': [0.1, 1e21, 30],
}

/** Rows in each table, from its definition; the last of three is null where it may be. */
function fillEveryTable(sqlite: Sqlite.Database) {
  type Column = { name: string; type: string; notnull: number; pk: number }
  const readColumns = (table: string) => sqlite.pragma(`table_info(${table})`) as Column[]
  const readParents = (table: string) =>
    sqlite.pragma(`foreign_key_list(${table})`) as { table: string; from: string; to: string }[]
  const createValue = (table: string, column: Column, index: number): unknown => {
    if (index === 2 && !column.notnull && !column.pk) return null
    const parent = readParents(table).find(({ from }) => from === column.name)
    const target = parent && readColumns(parent.table).find(({ name }) => name === parent.to)
    if (parent && target) return createValue(parent.table, target, index)
    return samples[column.type]?.[index] ?? `${table}.${column.name} ${index} ${oddText}`
  }
  sqlite.pragma('foreign_keys = OFF')
  for (const table of listTables(sqlite)) {
    const columns = readColumns(table)
    const places = columns.map(() => '?').join(', ')
    const insert = sqlite.prepare(`INSERT INTO ${table} VALUES (${places})`)
    for (let index = 0; index < countRows(table); index++) {
      insert.run(columns.map((column) => createValue(table, column, index)))
    }
  }
  sqlite.pragma('foreign_keys = ON')
  expect(sqlite.pragma('foreign_key_check')).toEqual([])
}
