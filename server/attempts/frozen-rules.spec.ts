import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishQuiz, getQuestions, startQuiz } from '#contract/attempts.ts'
import { listAuditEntries } from '#contract/audit-log.ts'
import { listExams, updateExam } from '#contract/exams.ts'
import {
  addTime,
  getAttemptClock,
  listTimeAdjustments,
  reopenAttempt,
  reportEvent,
} from '#contract/proctoring.ts'
import { updateStudent } from '#contract/students.ts'
import {
  createQuestions,
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
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  student = await createStudent(app)
})
afterEach(() => app.close())

async function reportLeaving(attemptId: string) {
  app.advanceClock(5_000)
  const body = { kind: 'hidden', at: new Date(app.clock.at).toISOString() } as const
  return (await student.request(reportEvent, { params: { attemptId }, body })).json
}

const getPaper = async (testId: string, ofStudent = student) =>
  (await ofStudent.request(getQuestions, { params: { testId } })).json

describe('a test that is edited while a student takes it', () => {
  it('keeps the rules that the student agreed to', async () => {
    const { _id: testId } = await createReleasedExam(admin, { integrityMode: 'observe' })
    const { attemptId } = await startAttempt(student, testId)
    const body = { integrityMode: 'strict' } as const
    await admin.request(updateExam, { params: { id: testId }, body })
    expect(await getPaper(testId)).toMatchObject({ integrityMode: 'observe' })
    expect((await student.request(listExams)).json).toMatchObject([{ integrityMode: 'observe' }])
    expect(await reportLeaving(attemptId)).toEqual({
      violations: 1,
      remaining: null,
      finished: false,
    })

    const later = await createStudent(app, 'Rohan Rao')
    expect((await later.request(listExams)).json).toMatchObject([{ integrityMode: 'strict' }])
    await startAttempt(later, testId)
    expect(await getPaper(testId, later)).toMatchObject({ integrityMode: 'strict' })
  })

  it('becomes no milder for students who have started', async () => {
    const { _id: testId } = await createReleasedExam(admin, { integrityMode: 'strict' })
    const { attemptId } = await startAttempt(student, testId)
    const body = { integrityMode: 'observe' } as const
    await admin.request(updateExam, { params: { id: testId }, body })
    expect(await reportLeaving(attemptId)).toMatchObject({ finished: true })
    await admin.request(reopenAttempt, { params: { attemptId }, body: { why } })
    expect(await reportLeaving(attemptId)).toMatchObject({ finished: true })
  })

  it('uses its own rules where the paper was saved before papers had rules', async () => {
    const { _id: testId } = await createReleasedExam(admin, { integrityMode: 'warn' })
    const { db } = app.deps
    const row = await db.read.selectFrom('revisions').selectAll().executeTakeFirstOrThrow()
    const { integrityMode: _, ...paper } = JSON.parse(row.paper)
    const id = 'from-before'
    await db.write(async (tx) => {
      const older = { ...row, id, paper: JSON.stringify(paper) }
      await tx.insertInto('revisions').values(older).execute()
      await tx.updateTable('exams').set({ revision_id: id }).execute()
    })
    const { attemptId } = await startAttempt(student, testId)
    expect(await getPaper(testId)).toMatchObject({ integrityMode: 'warn' })
    expect(await reportLeaving(attemptId)).toMatchObject({ remaining: 1, finished: false })

    const body = { released: true, integrityMode: 'warn' } as const
    await admin.request(updateExam, { params: { id: testId }, body })
    const [exam] = await db.read.selectFrom('exams').selectAll().execute()
    expect(exam?.revision_id).toBe(id)
  })

  it('keeps title, length, option order and duration for the running attempt', async () => {
    const { _id: testId } = await createReleasedExam(admin, { shuffleOptions: true })
    const { attemptId, paper } = await startAttempt(student, testId)
    const body = {
      title: 'Another',
      duration: 5,
      shuffleOptions: false,
      attemptsAllowed: 3,
      questions: createQuestions(2),
    }
    await admin.request(updateExam, { params: { id: testId }, body })
    expect(await getPaper(testId)).toEqual(paper)
    expect((await student.request(listExams)).json).toMatchObject([
      { title: 'React JS', duration: 30, numQuestions: 5, ownDurationSeconds: 1800 },
    ])
    await student.request(finishQuiz, { params: { attemptId }, body: {} })
    expect((await student.request(listExams)).json).toMatchObject([
      { title: 'Another', duration: 5, numQuestions: 2, attemptsLeft: 2, canStart: true },
    ])
  })

  it('lets a running attempt continue when fewer attempts are allowed', async () => {
    const { _id: testId } = await createReleasedExam(admin, { attemptsAllowed: 2 })
    const first = await startAttempt(student, testId)
    await student.request(finishQuiz, { params: { attemptId: first.attemptId }, body: {} })
    const { attemptId } = await startAttempt(student, testId)
    await admin.request(updateExam, { params: { id: testId }, body: { attemptsAllowed: 1 } })
    const { status, json } = await student.request(startQuiz, { params: { testId } })
    expect({ status, id: json.quizAttemptId }).toEqual({ status: 200, id: attemptId })
  })
})

describe('the time of an attempt', () => {
  it('includes extra time and added minutes, but not the time between an end and a reopening', async () => {
    const extraTimeStudent = await createStudent(app, 'Rohan Rao', { extra_time_percent: 50 })
    const { _id: testId } = await createReleasedExam(admin, { duration: 40 })
    const { attemptId } = await startAttempt(extraTimeStudent, testId)
    const own = async () => (await getPaper(testId, extraTimeStudent)).ownDurationSeconds
    expect(await own()).toBe(60 * 60)

    app.advanceClock(10 * minute)
    await admin.request(addTime, { params: { attemptId }, body: { minutes: 6, why } })
    expect(await own()).toBe(66 * 60)

    for (const minutes of [undefined, 4]) {
      app.advanceClock(5 * minute)
      await extraTimeStudent.request(finishQuiz, { params: { attemptId }, body: {} })
      app.advanceClock(6 * 60 * minute)
      const body = { why, ...(minutes && { minutes }) }
      await admin.request(reopenAttempt, { params: { attemptId }, body })
      app.advanceClock(7 * minute)
      await extraTimeStudent.request(startQuiz, { params: { testId } })
    }
    expect(await own()).toBe(70 * 60)
    const { json: clock } = await extraTimeStudent.request(getAttemptClock, {
      params: { attemptId },
    })
    expect(Date.parse(clock.endsAt) - app.clock.at).toBe(50 * minute)
  })
})

it('assistive tools allowed during an attempt appear in the paper and the audit log', async () => {
  const { _id: testId } = await createReleasedExam(admin, {})
  await startAttempt(student, testId)
  expect(await getPaper(testId)).not.toHaveProperty('assistiveTools')
  const params = { id: student.id }
  await admin.request(updateStudent, { params, body: { assistiveTools: true } })
  expect(await getPaper(testId)).toMatchObject({ assistiveTools: true })
  const { json } = await admin.request(listAuditEntries, { query: { action: 'student.updated' } })
  expect(json).toMatchObject([{ values: { assistiveTools: { from: false, to: true } } }])
})

it('each undone end is listed beside its reopening', async () => {
  const { _id: testId } = await createReleasedExam(admin, { duration: 30 })
  const { attemptId } = await startAttempt(student, testId)
  const params = { attemptId }
  await reportLeaving(attemptId)
  const firstEnd = app.clock.at
  app.advanceClock(minute)
  await admin.request(reopenAttempt, { params, body: { why } })
  app.advanceClock(90 * minute)
  await admin.request(reopenAttempt, { params, body: { why, minutes: 5 } })
  app.advanceClock(minute)
  await admin.request(addTime, { params, body: { minutes: 5, why } })
  const { json } = await admin.request(listTimeAdjustments, { params })
  const end = (at: number, finishReason: string) => {
    return { endTime: new Date(at).toISOString(), finishReason }
  }
  expect(json).toMatchObject([
    { kind: 'reopened', undid: end(firstEnd, 'Auto submission') },
    { kind: 'reopened', undid: end(firstEnd + 61 * minute - 5_000, 'Time expired') },
    { kind: 'extended', undid: null },
  ])
})
