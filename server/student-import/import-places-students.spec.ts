import { afterEach, beforeEach, expect, it } from 'vitest'
import { listAuditEntries } from '#contract/audit-log.ts'
import { listBatchStudents } from '#contract/batches.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { importStudents } from '#contract/student-import.ts'
import { listStudents, updateStudent } from '#contract/students.ts'
import { createBatch, createStudent, type TestStudent } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let office: TestClient
let morning: string
let evening: string

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  office = await app.createStaff('office')
  morning = (await createBatch(admin, [], { name: 'Morning B12' }))._id
  evening = (await createBatch(admin, [], { name: 'Evening B3' }))._id
})
afterEach(() => app.close())

type Rows = BodyOf<typeof importStudents>['rows']
const send = (rows: Rows, batchId: string | null = null) =>
  office.request(importStudents, { body: { rows, batchId, deliver: 'mail' } })
const row = (line: number, name: string, more: object = {}): Rows[number] => ({
  line,
  name,
  email: `${name.toLowerCase()}@example.com`,
  course: 'php',
  ...more,
})
const listNames = async (id: string) =>
  (await admin.request(listBatchStudents, { params: { id } })).json.map(({ name }) => name)
const readStudents = async () => (await office.request(listStudents)).json

it('rows of one file go into several batches, the others into the chosen one', async () => {
  const rows = [
    row(2, 'Asha', { batch: 'morning  b12' }),
    row(3, 'Ravi', { batch: 'Evening B3' }),
    row(4, 'Zoya'),
  ]
  expect((await send(rows, evening)).status).toBe(201)
  expect(await listNames(morning)).toEqual(['Asha'])
  expect((await listNames(evening)).toSorted()).toEqual(['Ravi', 'Zoya'])
})

it('a missing batch refuses the whole import, and names its row', async () => {
  const reply = await send([row(2, 'Asha'), row(3, 'Ravi', { batch: 'Night B1' })])
  expect(reply).toMatchObject({ status: 409, json: { fields: { 'rows.3.batch': /no batch/ } } })
  expect(await readStudents()).toEqual([])
})

it('fees, start date and remarks are imported from a table', async () => {
  const notes = { fees: 'Rs. 45,000/-', startDate: '1/12/2026', remarks: 'Pays by UPI' }
  expect((await send([row(2, 'Asha', notes), row(3, 'Ravi')])).status).toBe(201)
  const students = await readStudents()
  expect(students.find(({ name }) => name === 'Asha')).toMatchObject({
    fees: 45_000,
    startDate: '2026-12-01',
    remarks: 'Pays by UPI',
  })
  expect(students.find(({ name }) => name === 'Ravi')).toMatchObject({
    fees: null,
    startDate: null,
    remarks: null,
  })
})

it('an existing student gets the row’s batch, and its roll number if they have none', async () => {
  const asha: TestStudent = await createStudent(app, 'Asha')
  const ravi: TestStudent = await createStudent(app, 'Ravi')
  const body = { rollNumber: '26-1' }
  await admin.request(updateStudent, { params: { id: ravi.id }, body })
  const rows = [
    row(2, 'Asha', { email: asha.email, rollNumber: ' 26-7 ', batch: 'Morning B12', fees: '5' }),
    row(3, 'Ravi', { email: ravi.email, rollNumber: '26-8' }),
  ]
  expect((await send(rows)).json).toMatchObject({ added: 0, found: 2 })
  const students = await readStudents()
  const numbers = students.map(({ name, rollNumber, fees }) => [name, rollNumber, fees])
  expect(numbers.toSorted()).toEqual([
    ['Asha', '26-7', null],
    ['Ravi', '26-1', null],
  ])
  expect(await listNames(morning)).toEqual(['Asha'])
  const { json: entries } = await admin.request(listAuditEntries, { query: { limit: 2 } })
  expect(entries.map(({ action }) => action)).toEqual(['students.imported', 'student.updated'])
})
