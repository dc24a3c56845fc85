import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSeededRandom } from '#core/random.ts'
import { type Database, toBatches } from './database.ts'
import { openSqlite } from './sqlite.ts'

let dataDir: string
let db: Database
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cleaner-'))
  await open()
})
afterEach(async () => {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function open() {
  db = await openSqlite({
    dataDir,
    onDiskFault: (error) => {
      throw error
    },
  })
}

const file = () => join(dataDir, 'institute.db')

function countOccurrences(word: string): number {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dataDir, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path).toString('latin1').split(word).length - 1)
    .reduce((sum, count) => sum + count, 0)
}

const createEnquiry = (id: string, name: string) => ({
  id,
  name,
  name_key: name,
  email: `${name}@example.com`,
  contact: name,
  course: name,
  created_at: 1,
  handled_at: null,
})

const columns = 'id, name, name_key, email, contact, course, created_at'

/** Rows of many lengths among others, changed now and then, so that pages are split and joined. */
async function addMany(count: number) {
  const random = createSeededRandom(7)
  const ids: string[] = []
  for (let from = 0; from < count; from += 100) {
    await db.write(async (tx) => {
      for (let at = from; at < from + 100; at += 1) {
        const id = `${random().toString(36).slice(2)}-${at}`
        const isErased = random() < 0.3
        const name = `${isErased ? 'CANARY' : 'someone'}${'x'.repeat(random() * 120)}`
        await tx.insertInto('enquiries').values(createEnquiry(id, name)).execute()
        if (isErased) ids.push(id)
        const other = ids[Math.floor(random() * ids.length)]
        if (!other || random() < 0.5) continue
        const longer = `CANARY${'y'.repeat(random() * 400)}`
        await tx.updateTable('enquiries').set({ name: longer }).where('id', '=', other).execute()
      }
    })
  }
  return ids
}

const erase = (ids: readonly string[]) =>
  db.erase((tx) => tx.deleteFrom('enquiries').where('id', 'in', ids).execute())

it('leaves nothing of an erased row in any file, wherever SQLite had copied it', async () => {
  const ids = await addMany(3_000)
  expect(countOccurrences('CANARY')).toBeGreaterThan(1_000)
  await erase(ids)
  await db.clean()
  expect(countOccurrences('CANARY')).toBe(0)
  expect(countOccurrences('someone')).toBeGreaterThan(1_000)
  expect(statSync(`${file()}-wal`).size).toBe(0)
})

it('cleans soon after an erasure, while other calls read and write', async () => {
  const ids = await addMany(300)
  await erase(ids)
  let writes = 0
  for (const isOver = () => countOccurrences('CANARY') === 0; !isOver(); writes += 1) {
    if (writes > 2_000) break
    await db.write((tx) =>
      tx
        .insertInto('enquiries')
        .values(createEnquiry(`later${writes}`, 'someone'))
        .execute(),
    )
    await db.read.selectFrom('enquiries').select('id').execute()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(countOccurrences('CANARY')).toBe(0)
  // As many as a machine does in the half second before the cleaning, and on a busy one few.
  expect(writes).toBeGreaterThan(0)
  const rows = await db.read
    .selectFrom('enquiries')
    .select('id')
    .where('id', 'like', 'later%')
    .execute()
  expect(rows).toHaveLength(writes)
})

it('cleans soon after the last of many erasures', async () => {
  const ids = await addMany(1_000)
  for (const few of toBatches(ids, 4)) {
    await erase(few)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  await expect.poll(() => countOccurrences('CANARY')).toBe(0)
})

it('waits for a reader in another process, and then cleans', async () => {
  const ids = await addMany(100)
  const other = new Sqlite(file(), { readonly: true })
  other.exec('BEGIN')
  other.prepare('SELECT count(*) FROM enquiries').get()
  await erase(ids)
  const cleaned = db.clean()
  await new Promise((resolve) => setTimeout(resolve, 300))
  const written = db.write((tx) =>
    tx.insertInto('enquiries').values(createEnquiry('meanwhile', 'someone')).execute(),
  )
  await written
  expect(countOccurrences('CANARY')).toBeGreaterThan(0)
  other.close()
  await cleaned
  expect(countOccurrences('CANARY')).toBe(0)
})

it('cleans at the next start after a kill, and files of older versions', async () => {
  const ids = await addMany(300)
  await erase(ids)
  // The files as kill -9 leaves them, before the cleaning had its turn.
  const killed = mkdtempSync(join(tmpdir(), 'cleaner-'))
  for (const name of ['institute.db', 'institute.db-wal']) {
    copyFileSync(join(dataDir, name), join(killed, name))
  }
  await db.close()
  rmSync(dataDir, { recursive: true })
  dataDir = killed
  expect(countOccurrences('CANARY')).toBeGreaterThan(0)
  await open()
  await expect.poll(() => countOccurrences('CANARY')).toBe(0)

  await db.close()
  const older = new Sqlite(file())
  older.pragma('secure_delete = OFF')
  older.exec(`INSERT INTO enquiries (${columns}) VALUES ('x', 'CANARY', 'CANARY', 'e', 'c', 'c', 1);
    DELETE FROM enquiries WHERE id = 'x'; PRAGMA user_version = 0;`)
  older.close()
  expect(countOccurrences('CANARY')).toBeGreaterThan(0)
  await open()
  await expect.poll(() => countOccurrences('CANARY')).toBe(0)
})

it('postpones a large file while an exam runs', async () => {
  const other = new Sqlite(file(), { timeout: 5_000 })
  other.pragma('foreign_keys = OFF')
  other.exec(`INSERT INTO attempts (id, exam_id, revision_id, student_id, seed, started_at, ends_at, closes_at)
    VALUES ('a', 'e', 'r', 's', 1, 1, 1, 1)`)
  const add = other.prepare(
    `INSERT INTO enquiries (${columns}) VALUES (?, ?, 'n', 'e', 'c', 'c', 1)`,
  )
  other.transaction(() => {
    for (let n = 0; n < 900; n += 1) add.run(`large${n}`, 'x'.repeat(10_000))
  })()
  const isClean = () => other.pragma('user_version', { simple: true }) === 1
  await erase(['large1'])
  // Its log is cut all the same.
  await expect.poll(() => statSync(`${file()}-wal`).size).toBe(0)
  expect(isClean()).toBe(false)
  await db.clean()
  expect(isClean()).toBe(true)
  other.close()
})
