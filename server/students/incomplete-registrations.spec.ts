import { afterEach, beforeEach, expect, it } from 'vitest'
import { changePassword, studentLogin } from '#contract/accounts.ts'
import { checkToken } from '#contract/current-session.ts'
import { listExams } from '#contract/exams.ts'
import {
  listIncompleteRegistrations,
  postponeRegistrations,
} from '#contract/incomplete-registrations.ts'
import { completeRegistration } from '#contract/registration.ts'
import { importStudents } from '#contract/student-import.ts'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import { restOfRegistration } from '#test/rest-of-registration.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const hourMs = 60 * 60_000
const email = 'nila@example.com'
const password = 'a password of their own'

let app: TestApp
let office: TestClient
beforeEach(async () => {
  app = await createTestApp()
  office = await app.createStaff('office')
})
afterEach(() => app.close())

/** Added by the institute, and logged in with a password of their own. */
async function addNila(): Promise<TestClient> {
  const { json } = await office.request(importStudents, {
    body: {
      rows: [{ line: 2, name: 'Nila Menon', email, course: 'php' }],
      batchId: null,
      deliver: 'slips',
    },
  })
  const [slip] = json.slips
  const student = app.createClient()
  const oneTime = slip?.password ?? ''
  await student.request(studentLogin, { body: { email, password: oneTime } })
  await student.request(changePassword, {
    body: { email, password: oneTime, newPassword: password },
  })
  return student
}

const list = async (staff = office) => (await staff.request(listIncompleteRegistrations)).json
const postpone = async (ids: readonly string[], isPostponed = true, staff = office) =>
  (await staff.request(postponeRegistrations, { body: { ids: [...ids], isPostponed } })).json

const logIn = (student: TestClient) => student.request(studentLogin, { body: { email, password } })

const mustComplete = async (student: TestClient) =>
  (await student.request(checkToken)).json.mustCompleteRegistration

it('the list has exactly the students who have yet to complete their registration', async () => {
  await createStudent(app)
  await addNila()
  expect(await list()).toEqual([{ _id: expect.any(String), name: 'Nila Menon', email, phone: '' }])
})

it('a student may take a test first, for 24 hours', async () => {
  const student = await addNila()
  expect((await student.request(listExams)).json).toMatchObject({ code: 'registration-required' })
  const [row] = await list()
  const id = row?._id ?? ''
  expect(await postpone([id])).toEqual({
    message: '1 student may sit first, for 24 hours.',
    changed: [id],
  })
  expect(await list()).toMatchObject([
    { postponedUntil: new Date(app.deps.now() + 24 * hourMs).toISOString() },
  ])
  expect((await student.request(listExams)).status).toBe(200)
  expect(await mustComplete(student)).toBe(false)

  app.advanceClock(24 * hourMs)
  await logIn(student)
  expect(await mustComplete(student)).toBe(true)
  office = await app.createStaff('office', 'later@example.com')
  expect((await list())[0]).not.toHaveProperty('postponedUntil')
})

it('nobody is asked in the middle of a test', async () => {
  const student = await addNila()
  const teacher = await app.createStaff('teacher')
  const exam = await createReleasedExam(teacher, { duration: 45 })
  const [row] = await list(teacher)
  await postpone([row?._id ?? ''], true, teacher)
  app.advanceClock(23.5 * hourMs)
  await logIn(student)
  await startAttempt(student, exam._id)
  app.advanceClock(hourMs * 0.6)
  expect(await mustComplete(student)).toBe(false)
  app.advanceClock(hourMs)
  expect(await mustComplete(student)).toBe(true)
})

it('staff can ask again at once, but not students who have completed it', async () => {
  const student = await addNila()
  const other = await createStudent(app, 'other@example.com')
  const [row] = await list()
  const id = row?._id ?? ''
  await postpone([id])
  expect(await postpone([id, other.id], false)).toEqual({
    message: 'The registration of 1 student comes first again.',
    changed: [id],
  })
  expect(await mustComplete(student)).toBe(true)
  expect(await mustComplete(other)).toBe(false)
})

it('a postponement is over once the student gives the rest', async () => {
  const student = await addNila()
  const [row] = await list()
  await postpone([row?._id ?? ''])
  expect((await student.request(completeRegistration, { body: restOfRegistration })).status).toBe(
    200,
  )
  expect(await list()).toEqual([])
  app.advanceClock(25 * hourMs)
  await logIn(student)
  expect(await mustComplete(student)).toBe(false)
})

it('a postponement and its end are written to the audit log', async () => {
  await addNila()
  const [row] = await list()
  const id = row?._id ?? ''
  await postpone([id])
  await postpone([id], false)
  const rows = await app.deps.db.read
    .selectFrom('audit')
    .select('action')
    .where('action', 'in', ['registrations.postponed', 'registrations.due'])
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    'registrations.due',
    'registrations.postponed',
  ])
})
