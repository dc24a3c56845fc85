import { afterEach, beforeEach, expect, it } from 'vitest'
import { studentLogin } from '#contract/accounts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { printSlips } from '#contract/login-details.ts'
import { addStudent } from '#contract/student-import.ts'
import { deleteStudents } from '#contract/students.ts'
import { createBatch, createStudent, studentPassword, type TestStudent } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { createInProcessClient } from '../http/in-process-client.ts'

let app: TestApp
let admin: TestClient
let office: TestClient
let ravi: TestStudent
let batchId: string

/** Ravi has a password of his own; Asha was added, and has not come yet. */
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  office = await app.createStaff('office')
  ravi = await createStudent(app, 'Ravi Rao')
  batchId = (await createBatch(admin, [ravi]))._id
  const asha = { name: 'Asha Rao', email: 'asha@example.com', phone: '98200 00001' }
  const more = { course: 'php', batchId, rollNumber: '26-7', deliver: 'mail' } as const
  await office.request(addStudent, { body: { ...asha, ...more } })
})
afterEach(() => app.close())

const print = (body: BodyOf<typeof printSlips>, by = office) => by.request(printSlips, { body })
const logIn = (email: string, password: string) =>
  app.createClient().request(studentLogin, { body: { email, password } })

it('a batch gets slips by name, each with a working password, while the earlier one still works', async () => {
  const { json } = await print({ of: { batchId }, onlyWaiting: false })
  expect(json.slips.map(({ name, rollNumber }) => [name, rollNumber])).toEqual([
    ['Asha Rao', '26-7'],
    ['Ravi Rao', undefined],
  ])
  expect((await logIn(ravi.email, studentPassword)).status).toBe(200)
  for (const { email, password } of json.slips) {
    expect((await logIn(email, password)).status).toBe(200)
  }
  const day = 24 * 60 * 60_000
  expect(Date.parse(json.expiresAt) - app.clock.at).toBe(14 * day)
})

it('only students without a chosen password get slips, if requested', async () => {
  const { json } = await print({ of: { batchId }, onlyWaiting: true })
  expect(json.slips.map(({ email }) => email)).toEqual(['asha@example.com'])
  expect(json.message).toMatch(/^1 new password/)
})

it('selected students get slips, but deleted and unknown ones do not', async () => {
  const other = await createStudent(app, 'Zoya Sheikh')
  const ids = [ravi.id, other.id, 'nobody', ravi.id]
  await admin.request(deleteStudents, { body: { ids: [other.id] } })
  const { json } = await print({ of: { ids }, onlyWaiting: false })
  expect(json.slips.map(({ name }) => name)).toEqual(['Ravi Rao'])
})

it('no email is written, the log of each student says it, and reauthentication is required', async () => {
  const count = async (table: 'mails' | 'audit') =>
    (
      await app.deps.db.read
        .selectFrom(table)
        .select('id' as never)
        .execute()
    ).length
  const [mails, entries] = [await count('mails'), await count('audit')]
  await print({ of: { batchId }, onlyWaiting: false })
  expect(await count('mails')).toBe(mails)
  expect(await count('audit')).toBe(entries + 2)
  const cookies = createInProcessClient(app.fastify, office.cookies)
  app.advanceClock(16 * 60_000)
  const body = { of: { batchId }, onlyWaiting: false }
  expect(await cookies.send('POST', printSlips.path, { body })).toMatchObject({
    json: { code: 'reauthentication-required' },
  })
})

it('a missing batch is refused, and so is a teacher', async () => {
  expect((await print({ of: { batchId: 'nothing' }, onlyWaiting: false })).status).toBe(404)
  const teacher = await app.createStaff('teacher')
  expect((await print({ of: { batchId }, onlyWaiting: true }, teacher)).status).toBe(403)
})
