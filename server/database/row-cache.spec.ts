import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database, Db } from './database.ts'
import { cachedQuery } from './prepared-query.ts'
import { openSqlite } from './sqlite.ts'

const findAccount = cachedQuery<{ id: string }, { id: string; name: string }>(
  ({ id }) => id,
  (db, param) => db.selectFrom('accounts').select(['id', 'name']).where('id', '=', param('id')),
)

/** As each call does: a session with its account. */
const findSession = cachedQuery<{ hash: string }, { account_id: string; seen_at: number }>(
  (row) => row.account_id,
  (db, param) =>
    db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select(['account_id', 'seen_at', 'name'])
      .where('token_hash', '=', param('hash'))
      .where('deleted_at', 'is', null),
)

let dataDir: string
let db: Database
/** Another process, as far as SQLite can tell. */
let other: Sqlite.Database
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'row-cache-'))
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
const logIn = (tx: Db, accountId: string, hash: string) =>
  tx
    .insertInto('sessions')
    .values({
      token_hash: hash,
      id: hash,
      account_id: accountId,
      xsrf_token: '',
      address: '',
      device_name: '',
      device_kind: 'computer',
      device_id: null,
      method: 'password',
      created_at: 0,
      seen_at: 0,
      authenticated_at: 0,
      new_place_at: null,
      own_device_at: null,
      cookie_due_at: null,
    })
    .execute()
const addImage = (id: string) =>
  db.write((tx) =>
    tx.insertInto('images').values({ id, width: 1, height: 1, created_at: 0 }).execute(),
  )

it('answers from memory while its rows do not change', async () => {
  const first = await read()
  await addImage('unrelated')
  await nextTurn()
  expect(await read()).toBe(first)
})

it('keeps other rows in memory when somebody logs in, is seen or logs out', async () => {
  await db.write((tx) => logIn(tx, 'a', 'session of a'))
  const kept = await findSession(db.read, { hash: 'session of a' })
  const [own, others] = ['session of a', 'session of b']
  for (const change of [
    (tx: Db) => logIn(tx, 'b', others),
    (tx: Db) => tx.updateTable('sessions').set({ seen_at: 1 }).where('id', '=', others).execute(),
    (tx: Db) => rename(tx, 'b', 'Second'),
    (tx: Db) => tx.deleteFrom('sessions').where('id', '=', others).execute(),
  ]) {
    await db.write<unknown>(change)
    expect(await findSession(db.read, { hash: own })).toBe(kept)
  }
  await db.write((tx) => logIn(tx, 'a', 'second session of a'))
  expect(await findSession(db.read, { hash: 'session of a' })).not.toBe(kept)
})

it('reads again after a commit of this process, in the same turn', async () => {
  await read()
  await db.write((tx) => rename(tx, 'a', 'Second'))
  expect(await read()).toEqual([{ id: 'a', name: 'Second' }])
})

it('shows nothing of an open transaction, and keeps nothing that it changes', async () => {
  await db.write(async (tx) => {
    await rename(tx, 'a', 'Second')
    expect(await read()).toEqual([{ id: 'a', name: 'First' }])
  })
  expect(await read()).toEqual([{ id: 'a', name: 'Second' }])
})

it('a change that is rolled back changes nothing', async () => {
  const refused = db.write(async (tx) => {
    await rename(tx, 'a', 'Second')
    throw new Error('changed its mind')
  })
  await expect(refused).rejects.toThrow()
  expect(await read()).toEqual([{ id: 'a', name: 'First' }])
})

it('finds a row that was missing before', async () => {
  expect(await read('c')).toEqual([])
  other
    .prepare(
      "INSERT INTO accounts (id, role, email, name, created_at) VALUES ('c', 'admin', 'c', 'New', 0)",
    )
    .run()
  await nextTurn()
  expect(await read('c')).toEqual([{ id: 'c', name: 'New' }])
})

it('sees commits of another process, even if this turn has an earlier snapshot', async () => {
  await read()
  await nextTurn()
  await db.read.selectFrom('images').select('id').execute()
  renameElsewhere('a', 'Second')
  await read()
  await nextTurn()
  expect(await read()).toEqual([{ id: 'a', name: 'Second' }])
})

/** One thing that happens to an account or its session; the number makes it differ from all before. */
const changes: Record<string, (tx: Db, id: string, n: number) => Promise<unknown>> = {
  rename: (tx: Db, id: string, n: number) => rename(tx, id, `Name ${n}`),
  delete: (tx: Db, id: string, n: number) =>
    tx
      .updateTable('accounts')
      .set({ deleted_at: n % 2 ? n : null })
      .where('id', '=', id)
      .execute(),
  logIn: async (tx: Db, id: string) => {
    await tx.deleteFrom('sessions').where('id', '=', `of ${id}`).execute()
    await logIn(tx, id, `of ${id}`)
  },
  see: (tx: Db, id: string, n: number) =>
    tx.updateTable('sessions').set({ seen_at: n }).where('account_id', '=', id).execute(),
  seeAll: (tx: Db, _: string, n: number) =>
    tx.updateTable('sessions').set({ seen_at: n }).execute(),
  logOut: (tx: Db, id: string) =>
    tx.deleteFrom('sessions').where('token_hash', '=', `of ${id}`).execute(),
  handOver: (tx: Db, id: string) =>
    tx.updateTable('sessions').set({ account_id: id }).where('id', '=', 'of a').execute(),
}

/** As found by the cache, and as they stand, in the middle of a transaction. */
async function readBoth(tx: Db): Promise<[cached: unknown, actual: unknown][]> {
  const both: [unknown, unknown][] = []
  for (const id of ['a', 'b']) {
    const account = tx.selectFrom('accounts').select(['id', 'name']).where('id', '=', id)
    const session = tx
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select(['account_id', 'seen_at', 'name'])
      .where('token_hash', '=', `of ${id}`)
      .where('deleted_at', 'is', null)
    both.push([await findAccount(tx, { id }), await account.execute()])
    both.push([await findSession(tx, { hash: `of ${id}` }), await session.execute()])
  }
  return both
}

it('agrees with the tables during and after any history of changes', async () => {
  const step = fc.record({
    change: fc.constantFrom(...Object.keys(changes)),
    ending: fc.constantFrom('kept', 'kept', 'undone', 'elsewhere'),
    id: fc.constantFrom('a', 'b'),
  })
  const accounts = other.prepare('SELECT id, name FROM accounts WHERE id = ?')
  const sessions = other.prepare(
    'SELECT account_id, seen_at, name FROM sessions JOIN accounts ON accounts.id = account_id WHERE token_hash = ? AND deleted_at IS NULL',
  )
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (history) => {
      for (const { change, ending, id } of history) {
        count += 1
        if (ending === 'elsewhere') {
          renameElsewhere(id, `Name ${count}`)
          await nextTurn()
        } else {
          let seen: Awaited<ReturnType<typeof readBoth>> = []
          const job = async (tx: Db) => {
            seen = await readBoth(tx)
            await changes[change]?.(tx, id, count)
            seen.push(...(await readBoth(tx)))
            if (ending === 'undone') throw new Error('changed its mind')
          }
          await db.write(job).catch(() => {})
          expect(seen).toHaveLength(8)
          for (const [cached, actual] of seen) expect(cached).toEqual(actual)
        }
        for (const one of ['a', 'b']) {
          const hash = `of ${one}`
          expect(await read(one)).toEqual(accounts.all(one))
          expect(await findSession(db.read, { hash })).toEqual(sessions.all(hash))
        }
      }
    }),
    { numRuns: 100 },
  )
})

it('a transaction answers from memory, but sees its own changes and those of others', async () => {
  const first = await read()
  await db.write(async (tx) => expect(await findAccount(tx, { id: 'a' })).toBe(first))
  await db.write(async (tx) => {
    await rename(tx, 'a', 'Second')
    expect(await findAccount(tx, { id: 'a' })).toEqual([{ id: 'a', name: 'Second' }])
  })
  expect(await read()).toEqual([{ id: 'a', name: 'Second' }])
  renameElsewhere('a', 'Third')
  await db.write(async (tx) => {
    expect(await findAccount(tx, { id: 'a' })).toEqual([{ id: 'a', name: 'Third' }])
  })
})

it('keeps nothing that an undone transaction read of its own changes', async () => {
  const undone = db.write(async (tx) => {
    await rename(tx, 'a', 'Second')
    await findAccount(tx, { id: 'a' })
    throw new Error('changed its mind')
  })
  await expect(undone).rejects.toThrow()
  expect(await read()).toEqual([{ id: 'a', name: 'First' }])
  await db.write(async (tx) => {
    expect(await findAccount(tx, { id: 'a' })).toEqual([{ id: 'a', name: 'First' }])
  })
})
