import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startQuiz } from '#contract/attempts.ts'
import { updateExam } from '#contract/exams.ts'
import { grantAttempt } from '#contract/proctoring.ts'
import { releaseResults, resendResult } from '#contract/result-release.ts'
import { getOwnResult } from '#contract/results.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  openWindow,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const minute = 60_000
const publicUrl = 'https://exams.example.org'

let app: TestApp
let admin: TestClient
let student: TestStudent
beforeEach(async () => {
  // Nothing listens there: an email that has left keeps no text.
  app = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:9', publicUrl })
  admin = await app.createAdmin()
  student = await createStudent(app, 'Priya Nair')
})
afterEach(() => app.close())

async function takeExam(attemptsAllowed = 1) {
  const { _id: testId } = await createReleasedExam(admin, { attemptsAllowed })
  return { testId, attemptId: await completeAttempt(student, testId, 4) }
}
const release = (testId: string) => admin.request(releaseResults, { params: { testId } })
const getSheet = (attemptId: string) => student.request(getOwnResult, { params: { attemptId } })
const canStart = async (testId: string) =>
  (await student.request(startQuiz, { params: { testId } })).status === 201
const toInstant = (minutes: number) => new Date(app.clock.at + minutes * minute).toISOString()

async function readLetter() {
  const { text, html } = await app.deps.db.read
    .selectFrom('mails')
    .select(['text_body as text', 'html_body as html'])
    .where('account_id', '=', student.id)
    .where('kind', 'in', ['result', 'repeated-result'])
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return { text: text ?? '', html: html ?? '' }
}

describe('after a result', () => {
  it('the email to a student without attempts left says so, whom to ask, and links the answers', async () => {
    const { testId, attemptId } = await takeExam()
    await release(testId)
    expect((await getSheet(attemptId)).json).not.toHaveProperty('nextAttempt')
    expect(await canStart(testId)).toBe(false)
    const { text, html } = await readLetter()
    expect(text).toContain(
      'You have no attempt left at this test. For another attempt, or with a question about your result, call +91 98765 43210 or write to hello@fslacademy.example.',
    )
    const address = `${publicUrl}/student/result-detail/${attemptId}`
    expect(text).toContain(`See your answers:\n${address}`)
    expect(html).toContain(`href="${address}"`)
    expect(html).toContain('You have no attempt left at this test. For another attempt')
  })

  it.each([
    { allowed: 3, left: 2, words: 'You have 2 attempts left at this test. With a question' },
    {
      allowed: 0,
      left: null,
      words: 'You may take this test as often as you like. With a question',
    },
  ])('$left of $allowed attempts are left', async ({ allowed, left, words }) => {
    const { testId, attemptId } = await takeExam(allowed)
    await release(testId)
    expect((await getSheet(attemptId)).json.nextAttempt).toEqual({ state: 'open', left })
    expect((await readLetter()).text).toContain(words)
    expect(await canStart(testId)).toBe(true)
  })

  it('a granted attempt counts as left', async () => {
    const { testId, attemptId } = await takeExam()
    const body = { studentId: student.id, why: 'Power cut', confirm: true }
    await admin.request(grantAttempt, { params: { testId }, body })
    await release(testId)
    expect((await getSheet(attemptId)).json.nextAttempt).toEqual({ state: 'open', left: 1 })
    expect((await readLetter()).text).toContain('You have 1 attempt left at this test.')
    expect(await canStart(testId)).toBe(true)
  })

  it('a resent email names the attempts left, too', async () => {
    const { testId, attemptId } = await takeExam(3)
    app.advanceClock(minute)
    await completeAttempt(student, testId, 5)
    await release(testId)
    app.advanceClock(minute)
    await admin.request(resendResult, { params: { attemptId } })
    const { text } = await readLetter()
    expect(text).toContain('Score: 4 of 5')
    expect(text).toContain('You have 1 attempt left at this test.')
  })
})

describe('when an attempt is left but cannot be started', () => {
  it.each([
    { minutes: 61, when: 'its window' },
    { minutes: 31, when: 'its latest entry' },
  ])('the test is closed after $when', async ({ minutes }) => {
    const { testId, attemptId } = await takeExam(2)
    await openWindow(admin, testId, { now: app.clock.at, closes: 60, entry: 30 })
    app.advanceClock(minutes * minute)
    await release(testId)
    expect((await getSheet(attemptId)).json.nextAttempt).toEqual({ state: 'closed', left: 1 })
    expect((await readLetter()).text).toContain('but it is closed: no attempt can be started now.')
    expect(await canStart(testId)).toBe(false)
  })

  it('the test is withdrawn', async () => {
    const { testId, attemptId } = await takeExam(2)
    await admin.request(updateExam, { params: { id: testId }, body: { released: false } })
    await release(testId)
    expect((await getSheet(attemptId)).json.nextAttempt).toEqual({ state: 'closed', left: 1 })
    expect(await canStart(testId)).toBe(false)
  })

  it('the opening is named, and once it is open, the last moment to start', async () => {
    const { testId, attemptId } = await takeExam(2)
    const times = { opensAt: toInstant(10), startUntil: toInstant(30) }
    await openWindow(admin, testId, { now: app.clock.at, opens: 10, closes: 70, entry: 30 })
    await release(testId)
    const coming = { state: 'coming', left: 1, opensAt: times.opensAt }
    expect((await getSheet(attemptId)).json.nextAttempt).toEqual(coming)
    expect((await readLetter()).text).toMatch(/It opens on .* \(India Standard Time\)\./)
    expect(await canStart(testId)).toBe(false)
    app.advanceClock(10 * minute)
    const open = { state: 'open', left: 1, startUntil: times.startUntil }
    expect((await getSheet(attemptId)).json.nextAttempt).toEqual(open)
    expect(await canStart(testId)).toBe(true)
  })
})

it('the next attempt is not mentioned while the result is hidden', async () => {
  const { testId, attemptId } = await takeExam(2)
  expect((await getSheet(attemptId)).text).not.toContain('nextAttempt')
  await release(testId)
  await startQuizAgain(testId)
  const { status, text } = await getSheet(attemptId)
  expect(status).toBe(403)
  expect(text).not.toContain('nextAttempt')
})

const startQuizAgain = (testId: string) => student.request(startQuiz, { params: { testId } })
