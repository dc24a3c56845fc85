import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { updateStudent } from '#contract/students.ts'
import { createStudent } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { hashEntry, hashValue } from '../database/audit-hash.ts'
import { audit, eraseAuditValues, readAuditHead, systemActor } from './audit.ts'
import { parseHead, verifyAuditChain } from './audit-chain.ts'

let app: TestApp
let admin: TestClient
let studentId: string
beforeEach(async () => {
  // Named, so that no other app gets a schema without triggers.
  app = await createTestApp({ schema: `tampered_${randomBytes(6).toString('hex')}` })
  admin = await app.createAdmin()
  studentId = (await createStudent(app)).id
  for (let fees = 1; fees <= 5; fees++) {
    await admin.request(updateStudent, { params: { id: studentId }, body: { fees } })
  }
})
afterEach(() => app.close())

const verify = () => verifyAuditChain(app.deps.db.read)

/** Tampers as an owner of the database can and the product never does. */
async function tamper(statement: ReturnType<typeof sql>) {
  const isSqlite = app.deps.db.engine === 'sqlite'
  await app.deps.db.write(async (tx) => {
    const triggers = isSqlite
      ? ['audit_is_not_changed', 'audit_is_not_deleted', 'audit_values_are_not_changed']
      : ['audit_only_grows ON audit', 'audit_values_are_not_changed ON audit_values']
    for (const trigger of triggers) await sql.raw(`DROP TRIGGER ${trigger}`).execute(tx)
    await statement.execute(tx)
  })
}

it('the check finds nothing wrong with a log that only grew, even when values are erased', async () => {
  const before = await verify()
  expect(before).toMatchObject({ isIntact: true })
  await app.deps.db.erase((tx) => eraseAuditValues(tx, [studentId]))
  const values = await app.deps.db.read.selectFrom('audit_values').select('name').execute()
  expect(values.some(({ name }) => name === 'fees')).toBe(false)
  expect(await verify()).toEqual(before)
})

it.each([
  ['a changed action', sql`UPDATE audit SET action = 'exam.erased' WHERE sequence = 3`, 3],
  ['a changed moment', sql`UPDATE audit SET at = at + 1 WHERE sequence = 3`, 3],
  ['another actor', sql`UPDATE audit SET actor_id = 'nobody' WHERE sequence = 2`, 2],
  ['another detail', sql`UPDATE audit SET detail = '{"fields":[]}' WHERE sequence = 4`, 4],
  ['a removed entry', sql`DELETE FROM audit WHERE sequence = 3`, 3],
  ['a removed first entry', sql`DELETE FROM audit WHERE sequence = 1`, 1],
  [
    'a changed value',
    sql`UPDATE audit_values SET value = '9' WHERE sequence = 4 AND name = 'fees'`,
    4,
  ],
  ['a value put in', sql`INSERT INTO audit_values VALUES (3, 'why', '"x"', 's', NULL, 1, 'x')`, 3],
])('the check finds %s', async (_, statement, brokenAt) => {
  await tamper(statement)
  expect(await verify()).toMatchObject({ isIntact: false, brokenAt })
})

it('the check finds a changed entry whose hash was recomputed', async () => {
  const { read } = app.deps.db
  const entry = await read
    .selectFrom('audit')
    .selectAll()
    .where('sequence', '=', 3)
    .executeTakeFirstOrThrow()
  const hash = hashEntry({ ...entry, subject: 'another' })
  await tamper(sql`UPDATE audit SET subject = 'another', hash = ${hash} WHERE sequence = 3`)
  expect(await verify()).toMatchObject({ isIntact: false, brokenAt: 4 })
})

it('a head stored elsewhere reveals entries cut off at the end, or all rewritten', async () => {
  const { read } = app.deps.db
  const head = await readAuditHead(read)
  expect(await verifyAuditChain(read, head)).toMatchObject({ isIntact: true })
  await tamper(sql`DELETE FROM audit WHERE sequence >= ${head.sequence - 1}`)
  expect(await verifyAuditChain(read)).toMatchObject({
    isIntact: false,
    brokenAt: head.sequence - 1,
  })
  await app.deps.db.write((tx) =>
    tx
      .deleteFrom('audit_values')
      .where('sequence', '>=', head.sequence - 1)
      .execute(),
  )
  expect(await verifyAuditChain(read)).toMatchObject({ isIntact: true })
  expect(await verifyAuditChain(read, head)).toMatchObject({ brokenAt: head.sequence - 1 })
  const other = { action: 'students.erased', actor: systemActor } as const
  for (let n = 0; n < 2; n++) {
    await app.deps.db.write((tx) => audit(tx, app.deps, other, app.clock.at))
  }
  expect(await verifyAuditChain(read)).toMatchObject({
    isIntact: true,
    head: { sequence: head.sequence },
  })
  expect(await verifyAuditChain(read, head)).toMatchObject({ brokenAt: head.sequence })
})

it('entries are numbered without a gap while many are written at once', async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, async () => (await createStudent(app)).id),
  )
  const replies = await Promise.all(
    ids.map((id) => admin.request(updateStudent, { params: { id }, body: { fees: 7 } })),
  )
  expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 200))
  const { count } = await app.deps.db.read
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(await verify()).toMatchObject({ isIntact: true, count: Number(count) })
})

it('a detail with free text is refused, since it could never be erased', async () => {
  const { db } = app.deps
  for (const word of ['Priya Nair', 'priya@example.com', '10.0.0.1 and more', '']) {
    const event = { action: 'exam.updated', actor: systemActor, detail: { word } } as const
    const written = db.write((tx) => audit(tx, app.deps, event, 1))
    await expect(written).rejects.toThrow('is no id and no code')
  }
})

it('hashes are computed as before: the entries on disk depend on it', () => {
  const entry = {
    sequence: 2,
    id: 'an-id',
    at: 1_763_700_000_000,
    actor_id: null,
    action: 'attempt.reopened',
    subject: 'attempt-1',
    detail: '{"minutes":5}',
    value_hashes: JSON.stringify({ why: hashValue('salt', '"A reason"') }),
    previous_hash: 'before',
  }
  expect(entry.value_hashes).toBe('{"why":"ZAFlrxK0d4G6O7jLiAThXxoc4IQcx8-ByPze4NUJels"}')
  expect(hashEntry(entry)).toBe('3cVYxFbvlkRfbtGvFZkodOXudZQ71PMTzGg7XxS-xJg')
})

it.each([
  ['12:', { sequence: 12, hash: '' }],
  [`3:${'a'.repeat(43)}`, { sequence: 3, hash: 'a'.repeat(43) }],
  ['3', null],
  ['3:short', null],
  ['', null],
])('%s is read as a head: %j', (text, head) => {
  expect(parseHead(text)).toEqual(head)
})
