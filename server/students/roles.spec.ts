import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { exportStudents, getStudent, listStudents, updateStudent } from '#contract/students.ts'
import { buildUrl } from '#server/http/in-process-client.ts'
import { createStudent, type TestStudent } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let student: TestStudent
beforeEach(async () => {
  app = await createTestApp()
  student = await createStudent(app, 'Priya Nair', { fees: 45_000, remarks: 'Pays in May' })
})
afterEach(() => app.close())

const params = () => ({ id: student.id })
const readRow = () => app.deps.db.read.selectFrom('students').selectAll().executeTakeFirstOrThrow()

describe('a teacher', () => {
  it('reads name, contact, course and times of a student, and nothing private', async () => {
    const teacher = await app.createStaff('teacher')
    const { json, text } = await teacher.request(getStudent, { params: params() })
    expect(Object.keys(json).sort()).toEqual(
      '_id assistiveTools course createdAt email extraTimePercent name phone startDate version'.split(
        ' ',
      ),
    )
    const list = await teacher.request(listStudents)
    expect(text + list.text).not.toMatch(
      /Sai Residency|Ravi Nair|45000|Pays in May|21-11-2004|aadhar/,
    )
  })

  it('finds nothing private in anything that they may read', async () => {
    const teacher = await app.createStaff('teacher')
    const reads = Object.values(endpoints).filter(({ method }) => method === 'GET')
    const ids = { id: student.id, studentId: student.id, testId: 'x', attemptId: 'x' }
    const replies = await Promise.all(
      reads.map(({ path }) => teacher.send('GET', buildUrl(path, { ...ids, side: 'front' }))),
    )
    const texts = replies.filter(({ status }) => status === 200).map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(8)
    expect(texts.join()).not.toMatch(/Sai Residency|Ravi Nair|45000|Pays in May|21-11-2004|aadhar/)
  })

  it('may set extra time, but no other field', async () => {
    const teacher = await app.createStaff('teacher')
    const before = await readRow()
    const body = { fees: 1, name: 'Other', extraTimePercent: 25 }
    const { status, json } = await teacher.request(updateStudent, { params: params(), body })
    expect([status, json.code, Object.keys(json.fields ?? {}).sort()]).toEqual([
      403,
      'wrong-role',
      ['fees', 'name'],
    ])
    expect(await readRow()).toEqual(before)

    const own = await teacher.request(updateStudent, {
      params: params(),
      body: { extraTimePercent: 25 },
    })
    expect([own.status, own.json.student.extraTimePercent]).toEqual([200, 25])
    expect(own.text).not.toMatch(/45000|Sai Residency/)
  })
})

describe('the office', () => {
  it('changes fees and contact, but neither sees nor sets extra time', async () => {
    const office = await app.createStaff('office')
    const { json } = await office.request(getStudent, { params: params() })
    expect(json).toMatchObject({ fees: 45_000, fname: 'Ravi Nair' })
    expect(json).not.toHaveProperty('extraTimePercent')
    expect(json).not.toHaveProperty('assistiveTools')
    const url = buildUrl(updateStudent.path, params())
    const statuses = await Promise.all(
      [
        { fees: 50_000, phone: '+91 98200 00009' },
        { extraTimePercent: 25 },
        { assistiveTools: true },
      ].map(async (body) => (await office.send('PUT', url, { body })).status),
    )
    expect(statuses).toEqual([200, 403, 403])
    const { text } = await office.request(exportStudents, { query: { format: 'csv' } })
    expect(text).toMatch(/50000/)
    expect(text).not.toMatch(/Extra time/)
  })
})
