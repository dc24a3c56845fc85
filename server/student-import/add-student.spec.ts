import { afterEach, beforeEach, expect, it } from 'vitest'
import { studentLogin } from '#contract/accounts.ts'
import { listBatchStudents } from '#contract/batches.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { addStudent, lookUpStudent } from '#contract/student-import.ts'
import { deleteStudents, listStudents, updateStudent } from '#contract/students.ts'
import { createBatch, createStudent } from '#test/factories.ts'
import { adminEmail, type TestApp, type TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let office: TestClient

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  office = await app.createStaff('office')
})
afterEach(() => app.close())

const kavya: BodyOf<typeof addStudent> = {
  name: 'Kavya Menon',
  email: 'Kavya@Example.com',
  phone: '98460 12077',
  course: 'full stack',
  batchId: null,
  deliver: 'slips',
}
const add = (change: Partial<typeof kavya> = {}, by = office) =>
  by.request(addStudent, { body: { ...kavya, ...change } })

it('one call adds a student to a batch, with a roll number and a slip that opens the account', async () => {
  const { _id: batchId } = await createBatch(admin, [], { name: 'Evening B14' })
  const { status, json } = await add({ batchId, rollNumber: ' 26-1017 ' })
  expect([status, json.message]).toEqual([201, 'Kavya Menon is added.'])
  const [slip] = json.slips
  expect(slip).toMatchObject({ name: 'Kavya Menon', rollNumber: '26-1017' })
  const { json: members } = await admin.request(listBatchStudents, { params: { id: batchId } })
  expect(members).toMatchObject([{ name: 'Kavya Menon', phone: '98460 12077' }])
  const student = app.createClient()
  const body = { email: 'kavya@example.com', password: slip?.password ?? '' }
  expect((await student.request(studentLogin, { body })).status).toBe(200)
})

it('an email contains the password, and the reply does not', async () => {
  const { json } = await add({ deliver: 'mail' })
  expect(json.slips).toEqual([])
  const mails = await app.deps.db.read.selectFrom('mails').select('kind').execute()
  expect(mails.map(({ kind }) => kind)).toEqual(['student-added'])
})

it('a student with an account is refused at the field, and not added to the batch', async () => {
  const { _id: batchId } = await createBatch(admin)
  const ravi = await createStudent(app, 'Ravi Rao')
  const params = { id: ravi.id }
  await admin.request(updateStudent, { params, body: { rollNumber: '26-1' } })
  expect(await add({ name: 'Ravi Rao', email: ravi.email, batchId })).toMatchObject({
    status: 409,
    json: { code: 'email-taken', fields: { email: /already exists/ } },
  })
  expect((await admin.request(listBatchStudents, { params: { id: batchId } })).json).toEqual([])
  expect(await add({ email: adminEmail })).toMatchObject({ status: 400 })
  const taken = await add({ rollNumber: '26-1' })
  expect(taken.json).toMatchObject({ fields: { rollNumber: /Ravi Rao has this roll number/ } })
  expect(await add({ phone: '12' })).toMatchObject({ json: { fields: { phone: /./ } } })
  expect(await add({ batchId: 'nothing' })).toMatchObject({ status: 404 })
  expect((await office.request(listStudents)).json).toHaveLength(1)
})

it('a call that is sent again adds one student, and gives the same slip', async () => {
  const headers = { 'idempotency-key': 'a-key-of-the-form' }
  const send = () => office.send('POST', '/api/students', { body: kavya, headers })
  const [first, second] = [await send(), await send()]
  expect(second.json).toMatchObject({ slips: (first.json as { slips: object[] }).slips })
  expect((await office.request(listStudents)).json).toHaveLength(1)
})

it('the form learns who has an address, a roll number and a name', async () => {
  const ravi = await createStudent(app, 'Ravi Rao')
  await createBatch(admin, [ravi], { name: 'Morning B10' })
  const params = { id: ravi.id }
  await admin.request(updateStudent, { params, body: { rollNumber: '26-1' } })
  const found = { _id: ravi.id, name: 'Ravi Rao', identifier: '26-1', batches: ['Morning B10'] }
  const lookUp = async (body: BodyOf<typeof lookUpStudent>) =>
    (await office.request(lookUpStudent, { body })).json
  expect(await lookUp({ name: ' ravi  RAO ', rollNumber: '26-1 ', email: ravi.email })).toEqual({
    name: found,
    rollNumber: found,
    email: found,
  })
  expect(await lookUp({ name: 'Ravi', rollNumber: '26', email: 'x@example.com' })).toEqual({
    name: null,
    rollNumber: null,
    email: null,
  })
  expect((await lookUp({ email: adminEmail })).email).toBe('staff')
  await admin.request(deleteStudents, { body: { ids: [ravi.id] } })
  expect((await lookUp({ name: 'Ravi Rao', rollNumber: '26-1' })).name).toBeNull()
})

it('a teacher adds nobody', async () => {
  const teacher = await app.createStaff('teacher')
  expect((await add({}, teacher)).status).toBe(403)
  expect((await teacher.request(lookUpStudent, { body: { name: 'Ravi' } })).status).toBe(403)
})
