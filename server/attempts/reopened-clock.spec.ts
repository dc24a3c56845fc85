import { afterEach, beforeEach, expect, it } from 'vitest'
import { finishQuiz, getQuestions, startQuiz, submitAnswer } from '#contract/attempts.ts'
import { listExams, type StudentExam } from '#contract/exams.ts'
import {
  addTime,
  getAttemptClock,
  listAttemptEvents,
  reopenAttempt,
  reportEvent,
} from '#contract/proctoring.ts'
import { exportExamAttempts, listExamAttempts } from '#contract/results.ts'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const minute = 60_000
const why = 'A false alarm'
let app: TestApp
let admin: TestClient
let student: TestStudent
let testId: string
let attemptId: string
let answer: () => ReturnType<TestStudent['request']>

/** 10 of 30 minutes are used, one answer is saved; an hour later the attempt is reopened. */
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  student = await createStudent(app)
  testId = (await createReleasedExam(admin, { duration: 30 }))._id
  const started = await startAttempt(student, testId)
  attemptId = started.attemptId
  const [first, second] = started.paper.questions
  let next = first?._id ?? ''
  answer = () =>
    student.request(submitAnswer, {
      params: { attemptId, testId },
      body: { questionId: next, selectedOption: 0 },
    })
  await answer()
  next = second?._id ?? ''
  app.advanceClock(10 * minute)
  await report('blur')
  app.advanceClock(60 * minute)
  const reply = await admin.request(reopenAttempt, { params: { attemptId }, body: { why } })
  expect(Date.parse(reply.json.resumesBy) - app.clock.at).toBe(30 * minute)
})
afterEach(() => app.close())

const report = async (kind: 'blur' | 'hidden') => {
  const body = { kind, at: new Date(app.clock.at).toISOString() }
  return (await student.request(reportEvent, { params: { attemptId }, body })).json
}
const resume = async () => (await student.request(startQuiz, { params: { testId } })).json
const finish = async (reason?: string) =>
  (await student.request(finishQuiz, { params: { attemptId }, body: { reason } })).json
const listOwn = async () => (await student.request(listExams)).json[0] as StudentExam
const listRunning = async () =>
  (await admin.request(listExamAttempts, { params: { testId } })).json[0]
const minutesUntil = (instant: string | undefined) =>
  (Date.parse(instant ?? '') - app.clock.at) / minute

it('the clock of a reopened attempt stands still until Resume, for student and admin', async () => {
  for (const waitMs of [0, 10 * minute, 19 * minute]) {
    app.advanceClock(waitMs)
    const own = (await listOwn()).attempt
    expect(own).toMatchObject({ status: 'In progress', secondsLeft: 20 * 60 })
    expect(own?.waiting).toMatchObject({ answered: 1 })
    const seen = await listRunning()
    expect(seen).toMatchObject({ status: 'In progress', secondsLeft: 20 * 60 })
    expect(seen?.resumesBy).toBe(own?.waiting?.resumesBy)
  }
  expect(minutesUntil((await listRunning())?.resumesBy)).toBe(1)

  expect(minutesUntil((await resume()).endsAt)).toBe(20)
  expect((await listOwn()).attempt).not.toHaveProperty('waiting')
  expect(await listRunning()).not.toHaveProperty('resumesBy')
  app.advanceClock(minute)
  expect(minutesUntil((await resume()).endsAt)).toBe(19)
})

it('the clock of a reopened attempt starts by itself after 30 minutes', async () => {
  app.advanceClock(35 * minute)
  expect((await listOwn()).attempt).toMatchObject({ secondsLeft: 15 * 60 })
  expect(await listRunning()).not.toHaveProperty('resumesBy')
  expect(minutesUntil((await resume()).endsAt)).toBe(15)
  app.advanceClock(16 * minute)
  expect(await listRunning()).toMatchObject({ finishReason: 'Time expired' })
})

it('the clock of a reopened attempt starts once if Resume is pressed several times at once', async () => {
  app.advanceClock(3 * minute)
  const replies = await Promise.all([resume(), resume(), resume()])
  expect(new Set(replies.map(({ endsAt }) => endsAt)).size).toBe(1)
  expect(minutesUntil(replies[0]?.endsAt)).toBe(20)
})

it('a reopened attempt shows no questions before Resume, and looks ended to a page left open', async () => {
  const paper = await student.request(getQuestions, { params: { testId } })
  expect(paper).toMatchObject({ status: 409, json: { code: 'no-running-attempt' } })
  const clock = await student.request(getAttemptClock, { params: { attemptId } })
  expect(clock.json).toMatchObject({ status: 'Completed' })
  await resume()
  expect((await student.request(getQuestions, { params: { testId } })).status).toBe(200)
})

it('a reopened attempt is not ended by late reports of its earlier end, and keeps a late answer', async () => {
  expect(await finish('User pressed back button')).toMatchObject({
    finishReason: 'Auto submission',
  })
  app.advanceClock(minute)
  expect(await report('hidden')).toMatchObject({ violations: 0, finished: true })
  expect(await answer()).toMatchObject({ status: 200, json: { answered: 2 } })
  expect((await listOwn()).attempt).toMatchObject({
    secondsLeft: 20 * 60,
    waiting: { answered: 2 },
  })

  app.advanceClock(minute)
  await resume()
  app.advanceClock(minute)
  expect(await report('blur')).toMatchObject({ violations: 1, finished: true })
  expect(await listRunning()).toMatchObject({ status: 'Completed' })
})

it('an answer from a page left open notes no silence while the attempt waits for its student', async () => {
  app.advanceClock(minute)
  expect((await answer()).status).toBe(200)
  app.advanceClock(5 * minute)
  await report('hidden')
  app.advanceClock(5 * minute)
  await resume()
  await student.request(getQuestions, { params: { testId } })
  const { json } = await admin.request(listAttemptEvents, { params: { attemptId } })
  const silences = json.filter(({ kind }) => kind === 'silence')
  // The one before the end.
  expect(silences.map(({ durationMs }) => durationMs)).toEqual([10 * minute])
})

it('a waiting attempt accepts added minutes, and a second reopening restores the time left', async () => {
  await admin.request(addTime, { params: { attemptId }, body: { minutes: 5, why } })
  expect((await listOwn()).attempt).toMatchObject({ secondsLeft: 25 * 60 })
  app.advanceClock(12 * minute)
  await resume()
  app.advanceClock(5 * minute)
  await finish()
  app.advanceClock(minute)
  await admin.request(reopenAttempt, { params: { attemptId }, body: { why } })
  expect((await listOwn()).attempt).toMatchObject({ secondsLeft: 20 * 60 })
  await resume()
  const { json } = await student.request(getQuestions, { params: { testId } })
  expect(json.ownDurationSeconds).toBe(35 * 60)
})

it('the exported table says that an attempt was reopened', async () => {
  const query = { format: 'csv' } as const
  const { text } = await admin.request(exportExamAttempts, { params: { testId }, query })
  expect(text).toContain('Reopened, starts at Resume, at the latest 21 Nov 2026, 11:40 am')
})
