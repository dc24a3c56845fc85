import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Database } from '../deps.ts'
import { openSqlite } from './sqlite.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'snapshot-'))
let db: Database
afterEach(async () => {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function open() {
  db = await openSqlite({ dataDir, onDiskFault: () => {} })
}

const count = async () => (await db.read.selectFrom('images').select('id').execute()).length

const add = (id: string) =>
  db.write((tx) =>
    tx.insertInto('images').values({ id, width: 1, height: 1, created_at: 0 }).execute(),
  )

it('whoever wrote reads what they wrote, also in the same turn', async () => {
  await open()
  expect(await count()).toBe(0)
  await add('one')
  expect(await count()).toBe(1)
  await Promise.all([add('two'), add('three')])
  expect(await count()).toBe(3)
})

it('nobody reads what is not committed', async () => {
  await open()
  await db.write(async (tx) => {
    await tx.insertInto('images').values({ id: 'x', width: 1, height: 1, created_at: 0 }).execute()
    expect(await count()).toBe(0)
  })
  expect(await count()).toBe(1)
})

it('a turn later the snapshot is a new one', async () => {
  await open()
  await count()
  const added = add('one')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await count()).toBe(1)
  await added
})
