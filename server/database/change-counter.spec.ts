import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database, Db } from './database.ts'
import { cachedQuery } from './prepared-query.ts'
import { openSqlite } from './sqlite.ts'

const findAccount = cachedQuery<{ id: string }, { name: string }>((db, param) =>
  db.selectFrom('accounts').select('name').where('id', '=', param('id')),
)

let dataDir: string
let db: Database
/** Another process, as far as SQLite can tell. */
let other: Sqlite.Database
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'table-version-'))
  db = await openSqlite({ dataDir, onDiskFault: () => {} })
  other = new Sqlite(join(dataDir, 'institute.db'))
  await db.write(async (tx) => {
    for (const id of ['a', 'b']) {
      const account = { id, role: 'student', email: `${id}@example.com`, name: 'First' } as const
      await tx
        .insertInto('accounts')
        .values({ ...account, created_at: 0 })
        .execute()
    }
  })
})
afterEach(async () => {
  other.close()
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const read = (id = 'a') => findAccount(db.read, { id })
const rename = (tx: Db, id: string, name: string) =>
  tx.updateTable('accounts').set({ name }).where('id', '=', id).execute()
const renameElsewhere = (id: string, name: string) =>
  other.prepare('UPDATE accounts SET name = ? WHERE id = ?').run(name, id)
const addImage = (id: string) =>
  db.write((tx) =>
    tx.insertInto('images').values({ id, width: 1, height: 1, created_at: 0 }).execute(),
  )

it('answers from memory while nothing of it changes', async () => {
  const first = await read()
  await addImage('unrelated')
  await nextTurn()
  expect(await read()).toBe(first)
})

it('reads anew after a commit of ours, in the same turn', async () => {
  await read()
  await db.write((tx) => rename(tx, 'a', 'Second'))
  expect(await read()).toEqual([{ name: 'Second' }])
})

it('shows nothing of an open transaction, and keeps nothing that it made old', async () => {
  await db.write(async (tx) => {
    await rename(tx, 'a', 'Second')
    expect(await read()).toEqual([{ name: 'First' }])
  })
  expect(await read()).toEqual([{ name: 'Second' }])
})

it('a change that is undone changed nothing', async () => {
  const refused = db.write(async (tx) => {
    await rename(tx, 'a', 'Second')
    throw new Error('changed its mind')
  })
  await expect(refused).rejects.toThrow()
  expect(await read()).toEqual([{ name: 'First' }])
})

it('finds who was missing before', async () => {
  expect(await read('c')).toEqual([])
  other
    .prepare(
      "INSERT INTO accounts (id, role, email, name, created_at) VALUES ('c', 'admin', 'c', 'New', 0)",
    )
    .run()
  await nextTurn()
  expect(await read('c')).toEqual([{ name: 'New' }])
})

it('sees what another process committed, also where this turn has a snapshot from before', async () => {
  await read()
  await nextTurn()
  await db.read.selectFrom('images').select('id').execute()
  renameElsewhere('a', 'Second')
  await read()
  await nextTurn()
  expect(await read()).toEqual([{ name: 'Second' }])
})

it('says what stands in the table after any history of changes', async () => {
  const id = fc.constantFrom('a', 'b')
  const step = fc.oneof(
    fc.record({ action: fc.constant('read' as const), id }),
    fc.record({ action: fc.constant('write' as const), id }),
    fc.record({ action: fc.constant('fail' as const), id }),
    fc.record({ action: fc.constant('elsewhere' as const), id }),
    fc.record({ action: fc.constant('image' as const), id }),
  )
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (history) => {
      for (const { action, id } of history) {
        const name = `Name ${count++}`
        if (action === 'write') await db.write((tx) => rename(tx, id, name))
        if (action === 'image') await addImage(name)
        if (action === 'elsewhere') {
          renameElsewhere(id, name)
          await nextTurn()
        }
        if (action === 'fail') {
          const job = async (tx: Db) => {
            await rename(tx, id, name)
            throw new Error('changed its mind')
          }
          await db.write(job).catch(() => {})
        }
        const rows = other.prepare('SELECT name FROM accounts WHERE id = ?').all(id)
        expect(await read(id)).toEqual(rows)
      }
    }),
    { numRuns: 100 },
  )
})
