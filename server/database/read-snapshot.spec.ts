import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { openSqlite } from './sqlite.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'snapshot-'))
let db: Database
afterEach(async () => {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function openDatabase() {
  db = await openSqlite({ dataDir, onDiskFault: () => {} })
}

const countImages = async () => (await db.read.selectFrom('images').select('id').execute()).length

const addImage = (id: string) =>
  db.write((tx) =>
    tx.insertInto('images').values({ id, width: 1, height: 1, created_at: 0 }).execute(),
  )

it('a writer reads its own writes, even in the same turn', async () => {
  await openDatabase()
  expect(await countImages()).toBe(0)
  await addImage('one')
  expect(await countImages()).toBe(1)
  await Promise.all([addImage('two'), addImage('three')])
  expect(await countImages()).toBe(3)
})

it('no reader sees uncommitted rows', async () => {
  await openDatabase()
  await db.write(async (tx) => {
    await tx.insertInto('images').values({ id: 'x', width: 1, height: 1, created_at: 0 }).execute()
    expect(await countImages()).toBe(0)
  })
  expect(await countImages()).toBe(1)
})

it('a new turn has a new snapshot', async () => {
  await openDatabase()
  const other = new Sqlite(join(dataDir, 'institute.db'))
  await countImages()
  other.exec("INSERT INTO images (id, width, height, created_at) VALUES ('one', 1, 1, 0)")
  expect(await countImages(), 'in the same turn').toBe(0)
  await new Promise((resolve) => setImmediate(resolve))
  expect(await countImages()).toBe(1)
  other.close()
})
