import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishQuiz, startQuiz, submitAnswer } from '#contract/attempts.ts'
import { updateExam } from '#contract/exams.ts'
import { getNews } from '#contract/news.ts'
import { addTime, grantAttempt, reopenAttempt } from '#contract/proctoring.ts'
import { releaseResults, unreleaseResults } from '#contract/result-release.ts'
import { updateStudent } from '#contract/students.ts'
import { sessionLimits } from '#core/accounts/session.ts'
import { manyStudents } from '#core/students/news-interval.ts'
import {
  completeAttempt,
  createDraftExam,
  createReleasedExam,
  createStudent,
  releaseExam,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { addAccount } from '../accounts/queries.ts'
import { createSession } from '../accounts/sessions/queries.ts'

const why = 'A false alarm'
let app: TestApp
let admin: TestClient
let student: TestStudent
let other: TestStudent
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  student = await createStudent(app, 'Priya Nair')
  other = await createStudent(app, 'Rohan Rao')
})
afterEach(() => app.close())

const ask = async (of = student) => (await of.request(getNews)).json.version

/** @returns whether it is news to the student, and to the other one. */
async function isNews(change: () => Promise<unknown>) {
  const before = [await ask(), await ask(other)]
  await change()
  return [(await ask()) !== before[0], (await ask(other)) !== before[1]]
}

const toAll = [true, true]
const toTheirOwn = [true, false]
const toNobody = [false, false]

describe('news', () => {
  it('reaches every student when a test is released, changed or withdrawn', async () => {
    const { _id: id } = await createDraftExam(admin)
    const params = { id }
    expect(
      await isNews(() => admin.request(updateExam, { params, body: { title: 'PHP' } })),
    ).toEqual(toNobody)
    expect(await isNews(() => releaseExam(admin, id))).toEqual(toAll)
    expect(
      await isNews(() => admin.request(updateExam, { params, body: { duration: 7 } })),
    ).toEqual(toAll)
    const released = false
    expect(await isNews(() => admin.request(updateExam, { params, body: { released } }))).toEqual(
      toAll,
    )
  })

  it('reaches the student when their attempt changes, but not for an answer', async () => {
    const { _id: testId } = await createReleasedExam(admin)
    const { attemptId, paper } = await startAttempt(student, testId)
    const params = { attemptId }
    const body = { questionId: paper.questions[0]?._id ?? '', selectedOption: 0 }
    const answer = { params: { attemptId, testId }, body }
    expect(await isNews(() => student.request(submitAnswer, answer))).toEqual(toNobody)
    const minutes = { minutes: 5, why }
    expect(await isNews(() => admin.request(addTime, { params, body: minutes }))).toEqual(
      toTheirOwn,
    )
    expect(await isNews(() => student.request(finishQuiz, { params, body: {} }))).toEqual(
      toTheirOwn,
    )
    expect(await isNews(() => admin.request(reopenAttempt, { params, body: { why } }))).toEqual(
      toTheirOwn,
    )
    app.advanceClock(1000)
    expect(await isNews(() => student.request(startQuiz, { params: { testId } }))).toEqual(
      toTheirOwn,
    )
  })

  it('reaches the student when the clock ends their attempt', async () => {
    const { _id: testId } = await createReleasedExam(admin, { duration: 1 })
    await startAttempt(student, testId)
    expect(await isNews(async () => app.advanceClock(75_001))).toEqual(toTheirOwn)
  })

  it('reaches the student when an attempt or extra time is granted', async () => {
    const { _id: testId } = await createReleasedExam(admin)
    await completeAttempt(student, testId, 3)
    const body = { studentId: student.id, why }
    expect(await isNews(() => admin.request(grantAttempt, { params: { testId }, body }))).toEqual(
      toTheirOwn,
    )
    const extra = { params: { id: student.id }, body: { extraTimePercent: 25 } }
    expect(await isNews(() => admin.request(updateStudent, extra))).toEqual(toTheirOwn)
  })

  it('reaches the student when a result is released or withdrawn, but not when its score changes before', async () => {
    const { _id: testId } = await createReleasedExam(admin)
    await completeAttempt(student, testId, 3)
    const params = { testId }
    const correct = () =>
      app.deps.db.write((tx) => tx.updateTable('attempts').set({ score: 4 }).execute())
    expect(await isNews(correct)).toEqual(toNobody)
    const release = () => admin.request(releaseResults, { params })
    expect((await isNews(release))[0]).toBe(true)
    expect(
      (await isNews(() => admin.request(unreleaseResults, { params, body: { why } })))[0],
    ).toBe(true)
  })
})

describe('the call', () => {
  const askAgain = async (tag: string) => {
    const reply = await student.send('GET', '/api/students/news', {
      headers: { 'if-none-match': tag },
    })
    return { status: reply.status, text: reply.text, tag: String(reply.headers.etag) }
  }

  it('answers 304 without a body until there is news', async () => {
    const first = await student.request(getNews)
    const tag = String(first.headers.etag)
    expect(first.json.pollAfterSeconds).toBeLessThanOrEqual(10)
    expect(await askAgain(tag)).toEqual({ status: 304, text: '', tag })
    await createReleasedExam(admin)
    const second = await askAgain(tag)
    expect(second.status).toBe(200)
    expect(await askAgain(second.tag)).toMatchObject({ status: 304 })
  })

  it('asks for less frequent polls once 500 students are logged in', async () => {
    const tag = String((await student.request(getNews)).headers.etag)
    const at = app.clock.at
    await app.deps.db.write(async (tx) => {
      for (let n = 2; n < manyStudents; n += 1) {
        const account = { id: `student-${n}`, email: `${n}@example.com`, name: `Student ${n}` }
        await addAccount(tx, { ...account, role: 'student' }, at)
        const device = { name: 'Chrome on Windows', kind: 'computer' } as const
        const origin = { address: '127.0.0.1', device, deviceId: null, isBrowser: false }
        const flags = { method: 'password', isOwnDevice: false, isNewPlace: false } as const
        await createSession(tx, { accountId: account.id, origin, ...flags }, at)
      }
    })
    expect(await askAgain(tag)).toMatchObject({ status: 304 })
    app.advanceClock(30_000)
    expect((await askAgain(tag)).status).toBe(200)
    const { pollAfterSeconds } = (await student.request(getNews)).json
    expect(pollAfterSeconds).toBeGreaterThan(10)
    expect(pollAfterSeconds).toBeLessThan(30)
  })

  it('writes nothing, and does not keep an idle session alive', async () => {
    const listSeen = () => app.deps.db.read.selectFrom('sessions').select('seen_at').execute()
    const before = await listSeen()
    for (let hours = 0; hours < 12; hours += 1) {
      app.advanceClock(60 * 60_000)
      expect((await student.request(getNews)).status).toBe(200)
    }
    expect(await listSeen()).toEqual(before)
    app.advanceClock(sessionLimits.student.idleMs - 12 * 60 * 60_000 + 1)
    expect((await student.request(getNews)).status).toBe(401)
  })
})
