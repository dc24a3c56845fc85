import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listAuditEntries } from '#contract/audit-log.ts'
import { lookUpAddresses } from '#contract/student-import.ts'
import * as contract from '#contract/students.ts'
import { createStudent, type TestStudent } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let one: TestStudent
let other: TestStudent
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  one = await createStudent(app, 'Aadhya Iyer', { email: 'one@example.com' })
  other = await createStudent(app, 'Aadhya Iyer', { email: 'other@example.com' })
})
afterEach(() => app.close())

const give = ({ id }: TestStudent, rollNumber: string, as = admin) =>
  as.request(contract.updateStudent, { params: { id }, body: { rollNumber } })
const read = async ({ id }: TestStudent) =>
  (await admin.request(contract.getStudent, { params: { id } })).json
const remove = ({ id }: TestStudent) =>
  admin.request(contract.deleteStudents, { body: { ids: [id] } })
const restore = (...students: TestStudent[]) =>
  admin.request(contract.restoreStudents, { body: { ids: students.map(({ id }) => id) } })

it('a roll number is absent from replies until it is given, trimmed, and cleared by the empty text', async () => {
  expect(await read(one)).not.toHaveProperty('rollNumber')
  expect((await give(one, '  26-1017 ')).json.student.rollNumber).toBe('26-1017')
  expect((await read(one)).rollNumber).toBe('26-1017')
  expect((await give(one, ' ')).json.student).not.toHaveProperty('rollNumber')
  expect((await give(other, '26-1017')).status).toBe(200)
})

it('a roll number belongs to one student, whatever its capitals and the spaces at its ends', async () => {
  await give(one, 'B/26-a')
  expect(await give(other, ' b/26-A ')).toMatchObject({
    status: 409,
    json: {
      code: 'roll-number-taken',
      fields: { rollNumber: 'Aadhya Iyer has this roll number (one@example.com).' },
    },
  })
  expect((await give(one, 'b/26-A')).json.student.rollNumber).toBe('b/26-A')
})

it('a roll number that two students get at once is given to one', async () => {
  const replies = await Promise.all([give(one, '26-1017'), give(other, '26-1017')])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

it.each(['7'.repeat(31), '--', '7'.repeat(101)])('a roll number is not %s', async (rollNumber) => {
  expect(await give(one, rollNumber)).toMatchObject({
    status: 400,
    json: { fields: { rollNumber: expect.any(String) } },
  })
})

it('a changed roll number is written to the audit log with the one before', async () => {
  await give(one, '26-1017')
  await give(one, '26-1018')
  const { json } = await admin.request(listAuditEntries, { query: { action: 'student.updated' } })
  expect(json.map(({ values }) => values)).toEqual([
    { rollNumber: { from: '26-1017', to: '26-1018' } },
    { rollNumber: { from: null, to: '26-1017' } },
  ])
})

it('the office may give a roll number, and a teacher may not', async () => {
  const [office, teacher] = [await app.createStaff('office'), await app.createStaff('teacher')]
  expect((await give(one, '26-1017', office)).status).toBe(200)
  expect((await give(one, '26-1018', teacher)).status).toBe(403)
})

it.each(['26-1017', '1017', ' 26-1017 iyer', 'iyer B26'])(
  '%j finds the student',
  async (search) => {
    await give(one, '26-1017 B26')
    const { json } = await admin.request(contract.listStudents, { query: { search } })
    expect(json.map(({ email, rollNumber }) => [email, rollNumber])).toEqual([
      ['one@example.com', '26-1017 B26'],
    ])
  },
)

it('the roll number is in the export', async () => {
  await give(one, '26-1017')
  const { text } = await admin.request(contract.exportStudents, { query: { search: '26-1017' } })
  expect(text).toMatch(
    /Name,Email,Phone,Roll number,.*\r?\nAadhya Iyer,one@example.com,[^,]*,26-1017,/,
  )
})

describe('the roll number of a deleted student', () => {
  beforeEach(async () => {
    await give(one, '26-1017')
    await remove(one)
  })

  it('comes back with them', async () => {
    const { json } = await admin.request(contract.listDeletedStudents, { query: {} })
    expect(json.map(({ rollNumber }) => rollNumber)).toEqual(['26-1017'])
    expect((await restore(one)).status).toBe(200)
    expect((await read(one)).rollNumber).toBe('26-1017')
  })

  it('may belong to somebody else by then, and then nobody is restored', async () => {
    expect((await give(other, '26-1017')).status).toBe(200)
    expect(await restore(one)).toMatchObject({
      status: 409,
      json: { code: 'roll-number-in-use', fields: { [one.id]: 'Aadhya Iyer, 26-1017' } },
    })
    await remove(other)
    expect((await restore(one, other)).status).toBe(409)
    expect((await restore(other)).status).toBe(200)
  })
})

it('a roll number is looked up before an import only if it is asked about', async () => {
  await give(one, '26-1017')
  const lookUp = async (body: object) =>
    (await admin.request(lookUpAddresses, { body: { emails: [], ...body } })).json
  expect(await lookUp({})).toEqual({ known: [] })
  expect(await lookUp({ rollNumbers: ['26-1017 ', '26-1018', ''] })).toEqual({
    known: [],
    numbered: [{ rollNumber: '26-1017', email: 'one@example.com', studentName: 'Aadhya Iyer' }],
  })
})
