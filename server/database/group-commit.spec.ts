import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OverloadedError } from '../overloaded-error.ts'
import type { Database, Db } from './database.ts'
import { openSqlite } from './sqlite.ts'

let dataDir: string
let db: Database
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'write-lane-'))
  db = await openDatabase()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const openDatabase = () =>
  openSqlite({
    dataDir,
    onDiskFault: (error) => {
      throw error
    },
  })

const file = () => join(dataDir, 'institute.db')

async function add(tx: Db, id: string) {
  await tx.insertInto('images').values({ id, width: 1, height: 1, created_at: 1 }).execute()
  return id
}

/** The last frame of each transaction in SQLite's log tells how large the database is after it. */
function countCommits(): number {
  const log = readFileSync(`${file()}-wal`)
  if (log.length === 0) return 0
  const frameBytes = 24 + log.readUInt32BE(8)
  let count = 0
  for (let at = 32; at < log.length; at += frameBytes) if (log.readUInt32BE(at + 4) > 0) count += 1
  return count
}

async function listIds(database: Database = db): Promise<string[]> {
  const rows = await database.read.selectFrom('images').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

it('returns the result of each job, and stores its rows', async () => {
  const answers = await Promise.all(['a', 'b', 'c'].map((id) => db.write((tx) => add(tx, id))))
  expect(answers).toEqual(['a', 'b', 'c'])
  expect(await listIds()).toEqual(['a', 'b', 'c'])
})

it('shares one commit among the jobs of one turn', async () => {
  const before = countCommits()
  for (let index = 0; index < 5; index++) await db.write((tx) => add(tx, `alone-${index}`))
  expect(countCommits() - before).toBe(5)
  const names = Array.from({ length: 50 }, (_, index) => `together-${index}`)
  await Promise.all(names.map((id) => db.write((tx) => add(tx, id))))
  expect(countCommits() - before).toBe(6)
  expect(await listIds()).toHaveLength(55)
})

it('waits for jobs of the next turn, but not forever', async () => {
  const before = countCommits()
  const written: Promise<string>[] = []
  for (let turn = 0; turn < 12; turn++) {
    written.push(db.write((tx) => add(tx, `turn-${turn}`)))
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(written)
  expect(countCommits() - before).toBeGreaterThan(1)
  expect(countCommits() - before).toBeLessThan(6)
})

it('rolls back a job that fails, and that job alone', async () => {
  const outcomes = await Promise.allSettled([
    db.write((tx) => add(tx, 'before')),
    db.write(async (tx) => {
      await add(tx, 'half')
      throw new Error('changed its mind')
    }),
    db.write((tx) => add(tx, 'after')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await listIds()).toEqual(['after', 'before'])
})

it('fails a job that breaks a rule of the tables, and that job alone', async () => {
  await db.write((tx) => add(tx, 'taken'))
  const [clash, fine] = await Promise.allSettled([
    db.write((tx) => add(tx, 'taken')),
    db.write((tx) => add(tx, 'free')),
  ])
  expect([clash.status, fine.status]).toEqual(['rejected', 'fulfilled'])
  expect(await listIds()).toEqual(['free', 'taken'])
})

it('shows readers nothing of an open transaction', async () => {
  const seen = await db.write(async (tx) => {
    await add(tx, 'a')
    return listIds()
  })
  expect(seen).toEqual([])
  expect(await listIds()).toEqual(['a'])
})

it('waits for another process that holds the file, without blocking the event loop', async () => {
  const otherProcess = new Sqlite(file())
  otherProcess.exec('BEGIN IMMEDIATE')
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
    if (turns === 11) otherProcess.exec('COMMIT')
  }, 10)
  await db.write((tx) => add(tx, 'a'))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
  otherProcess.close()
  expect(await listIds()).toEqual(['a'])
})

it('gives up after 5 s, asks for a retry, and works again afterwards', async () => {
  const otherProcess = new Sqlite(file())
  otherProcess.exec('BEGIN IMMEDIATE')
  const clock = stopClock()
  const written = db.write((tx) => add(tx, 'a'))
  const onRefusal = vi.fn()
  written.catch(onRefusal)
  clock.advance(4_999)
  await clock.untilRead()
  expect(onRefusal).not.toHaveBeenCalled()
  clock.advance(1)
  await expect(written).rejects.toBeInstanceOf(OverloadedError)
  otherProcess.exec('ROLLBACK')
  otherProcess.close()
  await db.write((tx) => add(tx, 'b'))
  expect(await listIds()).toEqual(['b'])
})

it('makes no job wait longer because others have waited before', async () => {
  const otherProcess = new Sqlite(file())
  otherProcess.exec('BEGIN IMMEDIATE')
  const clock = stopClock()
  const first = expect(db.write((tx) => add(tx, 'a'))).rejects.toBeInstanceOf(OverloadedError)
  clock.advance(300)
  const second = expect(db.write((tx) => add(tx, 'b'))).rejects.toBeInstanceOf(OverloadedError)
  clock.advance(4_700)
  await first
  const third = db.write((tx) => add(tx, 'c'))
  clock.advance(300)
  await second
  otherProcess.exec('ROLLBACK')
  otherProcess.close()
  expect(await third).toBe('c')
  expect(await listIds()).toEqual(['c'])
})

it('settles each job, even those that time out during the check for timeouts', async () => {
  const otherProcess = new Sqlite(file())
  otherProcess.exec('BEGIN IMMEDIATE')
  let at = performance.now()
  let stepMs = 2
  vi.spyOn(performance, 'now').mockImplementation(() => (at += stepMs))
  const writing = Array.from({ length: 50 }, (_, n) => db.write((tx) => add(tx, `${n}`)))
  stepMs = 1
  at += 4_900
  const results = await Promise.allSettled(writing)
  vi.restoreAllMocks()
  otherProcess.exec('ROLLBACK')
  otherProcess.close()
  expect(results.map(({ status }) => status)).toEqual(Array(50).fill('rejected'))
})

it('keeps every acknowledged row through kill -9', async () => {
  const writer = spawn(process.execPath, ['--input-type=module', '--eval', endlessWriter], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  writer.stdout.on('data', (chunk) => {
    output += chunk
    if (output.length > 20_000) writer.kill('SIGKILL')
  })
  await once(writer, 'close')

  const acknowledged = output.split('\n').slice(0, -1)
  expect(acknowledged.length).toBeGreaterThan(500)
  const reopened = await openDatabase()
  const storedIds = new Set(await listIds(reopened))
  await reopened.close()
  expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([])
})

/** Tells each row on standard output once it was acknowledged. */
const endlessWriter = `
  import { openSqlite } from ${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)}
  const db = await openSqlite({ dataDir: process.env.DATA_DIR, onDiskFault: console.error })
  const insert = (id) => (tx) =>
    tx.insertInto('images').values({ id, width: 1, height: 1, created_at: 1 }).execute()
  for (let turn = 0; ; turn++) {
    const ids = Array.from({ length: 20 }, (_, index) => \`row-\${turn}-\${index}\`)
    await Promise.all(ids.map((id) => db.write(insert(id)).then(() => console.log(id))))
  }
`

/** The clock of waiting jobs, which goes on when it is told to. */
function stopClock() {
  let at = performance.now()
  const now = vi.spyOn(performance, 'now').mockImplementation(() => at)
  return {
    advance(ms: number) {
      at += ms
    },
    /** Until a job that waits has looked at it since. */
    untilRead() {
      const before = now.mock.calls.length
      return expect.poll(() => now.mock.calls.length).toBeGreaterThan(before)
    },
  }
}
