import { afterEach, expect, it } from 'vitest'
import { finishQuiz, startQuiz } from '#contract/attempts.ts'
import { addTime, getAttemptClock, reopenAttempt } from '#contract/proctoring.ts'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { addRunningAttempts } from '#test/large-cohort.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let testId: string
afterEach(() => app.close())

async function openExam() {
  app = await createTestApp()
  admin = await app.createAdmin()
  testId = (await createReleasedExam(admin))._id
  const start = async (name: string) => {
    const student = await createStudent(app, name)
    return { student, attemptId: (await startAttempt(student, testId)).attemptId }
  }
  return [await start('Priya Nair'), await start('Rohan Rao')] as const
}

const ask = (student: TestStudent, attemptId: string) =>
  student.request(getAttemptClock, { params: { attemptId } })

it('the clock answers parallel calls for the student’s own attempt, and for no other', async () => {
  const [first, second] = await openExam()
  const replies = await Promise.all([
    ask(first.student, first.attemptId),
    ask(second.student, first.attemptId),
    ask(second.student, second.attemptId),
    ask(first.student, 'nothing'),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 404, 200, 404])
  expect(replies[1].text).toBe(replies[3].text)
})

it('the clock shows added minutes, an end, a reopening and a deleted test at once', async () => {
  const [{ student, attemptId }] = await openExam()
  const params = { attemptId }
  const { endsAt } = (await ask(student, attemptId)).json
  await admin.request(addTime, { params, body: { minutes: 5, why: 'Power cut' } })
  const later = (await ask(student, attemptId)).json.endsAt
  expect(Date.parse(later) - Date.parse(endsAt)).toBe(5 * 60_000)
  await student.request(finishQuiz, { params, body: {} })
  expect((await ask(student, attemptId)).json.status).toBe('Completed')
  await admin.request(reopenAttempt, { params, body: { why: 'A false alarm' } })
  await student.request(startQuiz, { params: { testId } })
  expect((await ask(student, attemptId)).json.status).toBe('In progress')
  await app.deps.db.write((tx) =>
    tx.updateTable('exams').set({ deleted_at: 1 }).where('id', '=', testId).execute(),
  )
  expect((await ask(student, attemptId)).status).toBe(404)
})

it('the clock asks for less frequent polls only while more than 2,000 attempts run', async () => {
  const [{ student, attemptId }] = await openExam()
  const { json } = await ask(student, attemptId)
  expect(Object.keys(json)).toEqual(['status', 'endsAt', 'serverTime'])
  await addRunningAttempts(app, attemptId, 2_500)
  app.advanceClock(10_000)
  expect((await ask(student, attemptId)).json.pollAfterSeconds).toBe(11)
  await app.deps.db.write((tx) => tx.deleteFrom('attempts').where('id', 'like', 'copy-%').execute())
  app.advanceClock(10_000)
  expect((await ask(student, attemptId)).json).not.toHaveProperty('pollAfterSeconds')
})
