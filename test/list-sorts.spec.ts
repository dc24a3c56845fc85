import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteBatch } from '#contract/batches.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { deleteExam } from '#contract/exams.ts'
import { inviteStaff } from '#contract/staff.ts'
import { deleteStudents } from '#contract/students.ts'
import {
  completeAttempt,
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
  type TestStudent,
} from './factories.ts'
import { isOpenTo } from './roles-matrix.ts'
import type { TestApp, TestClient } from './test-app.ts'
import { createTestApp } from './test-app-per-engine.ts'

const lists = Object.entries(endpoints).filter(([, { isList }]) => isList)
/** In this order in time; their names go otherwise, in both directions. */
const names = ['Bina', 'Chetan', 'Arjun']

let app: TestApp
let owner: TestClient
let student: TestStudent
let params: Readonly<Record<string, object>>

/** Creates three of each kind. */
beforeAll(async () => {
  // By their ids rows are never in the order of their names.
  app = await createTestApp({ deterministicIds: true })
  owner = await app.createAdmin()
  const add = async <Made>(create: (name: string) => Promise<Made>) => {
    const made: Made[] = []
    for (const name of names) {
      app.advanceClock(1000)
      made.push(await create(name))
    }
    return made
  }
  const students = await add((name) => createStudent(app, name))
  const gone = await add((name) => createStudent(app, `${name} Gone`))
  for (const { id } of gone) {
    app.advanceClock(1000)
    await owner.request(deleteStudents, { body: { ids: [id] } })
  }
  await add((name) =>
    owner.request(inviteStaff, { body: { name, email: `${name}@example.com`, role: 'teacher' } }),
  )
  await add((name) => createBatch(owner, [], { name }))
  const members = await createBatch(owner, students, { name: 'All of them' })
  for (const { _id: id } of await add((name) => createBatch(owner, [], { name: `${name} gone` }))) {
    app.advanceClock(1000)
    await owner.request(deleteBatch, { params: { id } })
  }
  for (const { _id: id } of await add((title) => createReleasedExam(owner, { title }))) {
    app.advanceClock(1000)
    await owner.request(deleteExam, { params: { id } })
  }

  const exams = await add((title) => createReleasedExam(owner, { title }))
  student = students[0] as TestStudent
  for (const { _id: testId } of exams) {
    app.advanceClock(60_000)
    await completeAttempt(student, testId, 3)
  }
  const testId = exams[0]?._id ?? ''
  for (const other of students.slice(1)) {
    app.advanceClock(60_000)
    await completeAttempt(other, testId, 2)
  }
  const missed = await createReleasedExam(owner, { title: 'Missed' })
  const audience = { kind: 'batch', batchId: members._id } as const
  const window = await openWindow(owner, missed._id, { now: app.clock.at, audience })
  for (const [index, { _id }] of exams.entries())
    await openWindow(owner, _id, { now: app.clock.at, opens: 100 + index, closes: 200 })
  app.advanceClock(61 * 60_000)
  // All have yet to complete their registration, and nobody is held up.
  await app.deps.db.write((tx) =>
    tx
      .updateTable('accounts')
      .set({ registration_due_at: app.clock.at * 2 })
      .where('role', '=', 'student')
      .execute(),
  )
  const running = await createReleasedExam(owner, { title: 'Running' })
  const { attemptId } = await startAttempt(student, running._id)
  params = {
    listBatchStudents: { id: members._id },
    listWindowStudents: { id: window._id },
    listAbsentStudents: { testId: missed._id },
    listExamAttempts: { testId },
    listStudentAttempts: { studentId: student.id },
    listAttemptEvents: { attemptId },
    listAttemptPlaces: { attemptId },
    listTimeAdjustments: { attemptId },
  }
})
afterAll(() => app.close())

it.each(lists)('%s sorts by name, or lists its sort keys', async (name, endpoint) => {
  for (const client of listCallers(endpoint)) {
    const fetch = (sort?: string) =>
      client.request(endpoint, { params: params[name], query: sort ? { sort } : {} } as never)
    expect((await fetch()).status).toBe(200)
    const ascending = await fetch('name-asc')
    if (ascending.status === 400) {
      const choices = /^(Sort by \w+( or \w+)?|This list comes whole and in its own order)$/
      expect(ascending.json).toMatchObject({ fields: { sort: expect.stringMatching(choices) } })
      continue
    }
    const rows = listIds(ascending.json)
    expect(rows.length).toBeGreaterThanOrEqual(3)
    expect(rows).toEqual(listIds((await fetch('name-desc')).json).toReversed())
    expect(isByName(ascending.json)).toBe(true)
  }
})

function listCallers(endpoint: Endpoint): readonly TestClient[] {
  const callers = [
    ...(isOpenTo(endpoint, 'staff: owner') ? [owner] : []),
    ...(isOpenTo(endpoint, 'the student') ? [student] : []),
  ]
  expect(callers).not.toEqual([])
  return callers
}

type NamedRow = Readonly<Record<'_id' | 'name' | 'title' | 'testTitle' | 'studentName', string>>

function listIds(json: unknown): readonly string[] {
  return (json as NamedRow[]).map(({ _id }) => _id)
}

/** In a list of several students by them, otherwise by the tests. */
function isByName(json: unknown): boolean {
  const rows = json as NamedRow[]
  const ofOneStudent = new Set(rows.map(({ studentName }) => studentName)).size === 1
  const shown = rows.map(
    ({ name, title, testTitle, studentName }) =>
      name ?? title ?? (ofOneStudent ? testTitle : studentName) ?? '',
  )
  return shown.toSorted((one, other) => (one < other ? -1 : 1)).join() === shown.join()
}
