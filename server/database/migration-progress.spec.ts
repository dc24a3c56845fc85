import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import { afterEach, expect, inject, it } from 'vitest'
import { createOwnDatabase } from '#test/own-database.ts'
import { silentLog } from '#test/test-databases.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const engine = process.env.ENGINE === 'postgres' ? 'postgres' : 'sqlite'
const migrations = join(import.meta.dirname, 'migrations')

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** An empty place for an institute, a way to run SQL there, and one to open it. */
async function createPlace() {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  if (engine === 'sqlite') {
    const dataDir = mkdtempSync(join(tmpdir(), 'progress-'))
    closers.push(() => rmSync(dataDir, { recursive: true, force: true }))
    const sqlite = new Sqlite(join(dataDir, 'institute.db'))
    closers.push(() => sqlite.close())
    const onDiskFault = () => {}
    const run = async (sql: string) => void sqlite.exec(sql)
    return { lines, run, open: () => openSqlite({ dataDir, onDiskFault, print }) }
  }
  const database = await createOwnDatabase(inject('postgresUrl'))
  closers.push(database.drop)
  const client = new Client({ connectionString: database.url, application_name: 'left behind' })
  await client.connect()
  closers.push(() => client.end())
  const run = async (sql: string) => void (await client.query(sql))
  return { lines, run, open: () => openPostgres(database.url, silentLog, print) }
}

it('reports the progress of converting an older database, and nothing for a new or current one', async () => {
  const old = await createPlace()
  const names = readdirSync(migrations).filter((name) => name < '0003' && name.endsWith('.sql'))
  const collation = engine === 'postgres' ? 'TEXT COLLATE "C"' : 'TEXT'
  await old.run('CREATE TABLE migrations (name TEXT PRIMARY KEY)')
  for (const name of names.toSorted()) {
    await old.run(readFileSync(join(migrations, name), 'utf8').replaceAll('SORTED_TEXT', collation))
    await old.run(`INSERT INTO migrations (name) VALUES ('${name}')`)
  }
  closers.push((await old.open()).close)
  expect(old.lines[0]).toMatch(/^Converting the database \(3 of \d+\)$/)
  const { length } = old.lines
  closers.push((await old.open()).close)
  expect(old.lines).toHaveLength(length)

  const fresh = await createPlace()
  const db = await fresh.open()
  closers.push(db.close)
  expect([db.isNew, fresh.lines]).toEqual([true, []])
})

it.runIf(engine === 'postgres')(
  'says which process it waits for, and continues afterwards',
  async () => {
    const { lines, run, open } = await createPlace()
    // As versions before this one took it, for a session.
    await run('SELECT pg_advisory_lock(7302511)')
    const opening = open()
    await expect.poll(() => lines, { interval: 200 }).toHaveLength(1)
    expect(lines[0]).toMatch(
      /^Waiting for process \d+ of PostgreSQL \(left behind, idle, from 127\.0\.0\.1, connected since \d{4}-.* UTC\)\. .*pg_terminate_backend\(\d+\);$/,
    )
    await run('SELECT pg_advisory_unlock(7302511)')
    const db = await opening
    closers.push(db.close)
    expect(db.isNew).toBe(true)
  },
)

it.runIf(engine === 'postgres')('four processes that start at once all come up', async () => {
  const { open } = await createPlace()
  const opened = await Promise.all([open(), open(), open(), open()])
  for (const db of opened) closers.push(db.close)
  expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
})
