import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import Sqlite from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { createHmacFunction } from '../secret-key.ts'
import { createRateLimits } from './rate-limits.ts'

const hmac = createHmacFunction(Buffer.alloc(32, 8))
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function open(dataDir: string) {
  const limits = await createRateLimits({ dataDir, isOn: true, hmac })
  closers.push(limits.close)
  return limits
}

/** Leaves rows as a flood does: so many that have expired, and three that have not. */
function insertRows(dataDir: string, rows: number) {
  const database = new Sqlite(join(dataDir, 'limits.db'))
  const add = database.prepare('INSERT INTO limits (key, points, expire) VALUES (?, 1, ?)')
  database.exec('BEGIN')
  for (let n = 0; n < rows; n += 1) add.run(`unknown:${hmac('limit', String(n))}`, Date.now() - n)
  for (let n = 0; n < 3; n += 1) add.run(`unknown:kept ${n}`, Date.now() + 1e9)
  database.exec('COMMIT')
  database.close()
}

function countRows(dataDir: string): unknown {
  const database = new Sqlite(join(dataDir, 'limits.db'), { readonly: true })
  const count = database.prepare('SELECT count(*) FROM limits').pluck().get()
  database.close()
  return count
}

const readSize = (dataDir: string) =>
  ['limits.db', 'limits.db-wal'].reduce((sum, name) => {
    const size = statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0
    return sum + size
  }, 0)

it('expired counters are swept at the start, and their space freed, without delaying calls', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'limits-'))
  await open(dataDir)
  await closers.pop()?.()
  insertRows(dataDir, 30_000)
  const before = readSize(dataDir)

  const limits = await open(dataDir)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const requests = (async () => {
    for (let n = 0; n < 50; n += 1) expect(await limits.take('enquiry', `10.0.0.${n}`)).toBe(null)
  })()
  await expect.poll(() => countRows(dataDir), { interval: 200 }).toBe(53)
  delay.disable()
  await requests
  // One batch takes some milliseconds; the whole would take a second.
  expect(delay.percentile(95) / 1e6).toBeLessThan(50)
  await closers.pop()?.()
  expect(readSize(dataDir)).toBeLessThan(before / 5)
})

it('a file of an older version is used with its counts', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'limits-'))
  const oldFile = new Sqlite(join(dataDir, 'limits.db'))
  oldFile.pragma('journal_mode = WAL')
  oldFile.exec(
    'CREATE TABLE limits (key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)',
  )
  oldFile.close()
  insertRows(dataDir, 100)
  await open(dataDir)
  await expect.poll(() => countRows(dataDir)).toBe(3)
})
