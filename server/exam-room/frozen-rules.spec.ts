import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishQuiz, getQuestions, startQuiz } from '#contract/attempts.ts'
import { listExams, updateExam } from '#contract/exams.ts'
import {
  addTime,
  getAttemptClock,
  listTimeAdjustments,
  reopenAttempt,
  reportEvent,
} from '#contract/proctoring.ts'
import type { Guest, House } from '../house.ts'
import { enrol, type Pupil, questions, releasedExam, sit } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'

const minute = 60_000
const why = 'A false alarm'
let house: House
let admin: Guest
let student: Pupil
beforeEach(async () => {
  house = await openHouse()
  admin = await house.admin()
  student = await enrol(house)
})
afterEach(() => house.close())

async function leave(attemptId: string) {
  house.pass(5_000)
  const body = { kind: 'hidden', at: new Date(house.clock.at).toISOString() } as const
  return (await student.ask(reportEvent, { params: { attemptId }, body })).json
}

const paperNow = async (testId: string, pupil = student) =>
  (await pupil.ask(getQuestions, { params: { testId } })).json

describe('a test that is edited while a student sits it', () => {
  it('goes on by the rules that the student agreed to', async () => {
    const { _id: testId } = await releasedExam(admin, { integrityMode: 'observe' })
    const { attemptId } = await sit(student, testId)
    const body = { integrityMode: 'strict' } as const
    await admin.ask(updateExam, { params: { id: testId }, body })
    expect(await paperNow(testId)).toMatchObject({ integrityMode: 'observe' })
    expect((await student.ask(listExams)).json).toMatchObject([{ integrityMode: 'observe' }])
    expect(await leave(attemptId)).toEqual({ violations: 1, remaining: null, finished: false })

    const later = await enrol(house, 'Rohan Rao')
    expect((await later.ask(listExams)).json).toMatchObject([{ integrityMode: 'strict' }])
    await sit(later, testId)
    expect(await paperNow(testId, later)).toMatchObject({ integrityMode: 'strict' })
  })

  it('is made no milder for those who sit it, either', async () => {
    const { _id: testId } = await releasedExam(admin, { integrityMode: 'strict' })
    const { attemptId } = await sit(student, testId)
    const body = { integrityMode: 'observe' } as const
    await admin.ask(updateExam, { params: { id: testId }, body })
    expect(await leave(attemptId)).toMatchObject({ finished: true })
    await admin.ask(reopenAttempt, { params: { attemptId }, body: { why } })
    expect(await leave(attemptId)).toMatchObject({ finished: true })
  })

  it('by the test where the paper was written before rules were kept with it', async () => {
    const { _id: testId } = await releasedExam(admin, { integrityMode: 'warn' })
    const { db } = house.deps
    const row = await db.read.selectFrom('revisions').selectAll().executeTakeFirstOrThrow()
    const { integrityMode: _, ...paper } = JSON.parse(row.paper)
    const id = 'from-before'
    await db.write(async (tx) => {
      const older = { ...row, id, paper: JSON.stringify(paper) }
      await tx.insertInto('revisions').values(older).execute()
      await tx.updateTable('exams').set({ revision_id: id }).execute()
    })
    const { attemptId } = await sit(student, testId)
    expect(await paperNow(testId)).toMatchObject({ integrityMode: 'warn' })
    expect(await leave(attemptId)).toMatchObject({ remaining: 1, finished: false })

    const body = { released: true, integrityMode: 'warn' } as const
    await admin.ask(updateExam, { params: { id: testId }, body })
    const [exam] = await db.read.selectFrom('exams').selectAll().execute()
    expect(exam?.revision_id).toBe(id)
  })

  it('keeps their title, length, order of options and time', async () => {
    const { _id: testId } = await releasedExam(admin, { shuffleOptions: true })
    const { attemptId, paper } = await sit(student, testId)
    const body = {
      title: 'Another',
      duration: 5,
      shuffleOptions: false,
      attemptsAllowed: 3,
      questions: questions(2),
    }
    await admin.ask(updateExam, { params: { id: testId }, body })
    expect(await paperNow(testId)).toEqual(paper)
    expect((await student.ask(listExams)).json).toMatchObject([
      { title: 'React JS', duration: 30, numQuestions: 5, ownDurationSeconds: 1800 },
    ])
    await student.ask(finishQuiz, { params: { attemptId }, body: {} })
    expect((await student.ask(listExams)).json).toMatchObject([
      { title: 'Another', duration: 5, numQuestions: 2, attemptsLeft: 2, canStart: true },
    ])
  })

  it('lets nobody who runs an attempt lose it where fewer are allowed now', async () => {
    const { _id: testId } = await releasedExam(admin, { attemptsAllowed: 2 })
    const first = await sit(student, testId)
    await student.ask(finishQuiz, { params: { attemptId: first.attemptId }, body: {} })
    const { attemptId } = await sit(student, testId)
    await admin.ask(updateExam, { params: { id: testId }, body: { attemptsAllowed: 1 } })
    const { status, json } = await student.ask(startQuiz, { params: { testId } })
    expect({ status, id: json.quizAttemptId }).toEqual({ status: 200, id: attemptId })
  })
})

describe('the time an attempt has', () => {
  it('is told with extra time and added minutes, and without the time it was closed', async () => {
    const slow = await enrol(house, 'Rohan Rao', { extra_time_percent: 50 })
    const { _id: testId } = await releasedExam(admin, { duration: 40 })
    const { attemptId } = await sit(slow, testId)
    const own = async () => (await paperNow(testId, slow)).ownDurationSeconds
    expect(await own()).toBe(60 * 60)

    house.pass(10 * minute)
    await admin.ask(addTime, { params: { attemptId }, body: { minutes: 6, why } })
    expect(await own()).toBe(66 * 60)

    for (const minutes of [undefined, 4]) {
      house.pass(5 * minute)
      await slow.ask(finishQuiz, { params: { attemptId }, body: {} })
      house.pass(6 * 60 * minute)
      const body = { why, ...(minutes && { minutes }) }
      await admin.ask(reopenAttempt, { params: { attemptId }, body })
    }
    expect(await own()).toBe(70 * 60)
    const { json: clock } = await slow.ask(getAttemptClock, { params: { attemptId } })
    expect(Date.parse(clock.endsAt) - house.clock.at).toBe(50 * minute)
  })
})

it('each end that was undone is told beside its reopening', async () => {
  const { _id: testId } = await releasedExam(admin, { duration: 30 })
  const { attemptId } = await sit(student, testId)
  const params = { attemptId }
  await leave(attemptId)
  const firstEnd = house.clock.at
  house.pass(minute)
  await admin.ask(reopenAttempt, { params, body: { why } })
  house.pass(60 * minute)
  await admin.ask(reopenAttempt, { params, body: { why, minutes: 5 } })
  house.pass(minute)
  await admin.ask(addTime, { params, body: { minutes: 5, why } })
  const { json } = await admin.ask(listTimeAdjustments, { params })
  const end = (at: number, finishReason: string) => {
    return { endTime: new Date(at).toISOString(), finishReason }
  }
  expect(json).toMatchObject([
    { kind: 'reopened', undid: end(firstEnd, 'Auto submission') },
    { kind: 'reopened', undid: end(firstEnd + 31 * minute - 5_000, 'Time expired') },
    { kind: 'extended', undid: null },
  ])
})
