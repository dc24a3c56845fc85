import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishQuiz, startQuiz } from '#contract/attempts.ts'
import { listTimeAdjustments, reopenAttempt } from '#contract/proctoring.ts'
import * as resultRelease from '#contract/result-release.ts'
import * as contract from '#contract/results.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { startSmtpServer, waitForEmails } from '#test/smtp-server.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const why = 'A false alarm'
let app: TestApp
let admin: TestClient
let priya: TestStudent
let rohan: TestStudent
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
beforeEach(async () => {
  smtp = await startSmtpServer()
  app = await createTestApp({ smtpUrl: smtp.url })
  admin = await app.createAdmin()
  priya = await createStudent(app, 'Priya Nair')
  rohan = await createStudent(app, 'Rohan Rao')
})
afterEach(async () => {
  await app.close()
  await smtp.close()
})

/** Priya has 4 of 5, Rohan 3. */
async function setUpTakenExam(attemptsAllowed = 1) {
  const { _id: testId } = await createReleasedExam(admin, { attemptsAllowed })
  const attemptId = await completeAttempt(priya, testId, 4)
  app.advanceClock(1000)
  await completeAttempt(rohan, testId, 3)
  return { testId, params: { attemptId } }
}

const release = (testId: string) =>
  admin.request(resultRelease.releaseResults, { params: { testId } })
const reopen = (params: { attemptId: string }) =>
  admin.request(reopenAttempt, { params, body: { why } })

async function resumeAndFinish(testId: string, params: { attemptId: string }) {
  await priya.request(startQuiz, { params: { testId } })
  await priya.request(finishQuiz, { params, body: {} })
}

async function sendEmails(testId: string, expected: object) {
  app.advanceClock(releaseUndoMs)
  app.deps.mail.wake()
  const progress = async () =>
    (await admin.request(resultRelease.getReleaseProgress, { params: { testId } })).json
  await expect.poll(progress).toMatchObject(expected)
}

describe('an email of a result that is outdated', () => {
  it('is not sent once its attempt is reopened; the new result is sent instead', async () => {
    const { testId, params } = await setUpTakenExam()
    await release(testId)
    await reopen(params)
    await sendEmails(testId, { state: 'done', total: 1, sent: 1 })
    await waitForEmails(smtp, rohan.email)
    expect(smtp.received).toHaveLength(1)

    expect((await release(testId)).json.queued).toBe(0)
    await resumeAndFinish(testId, params)
    await sendEmails(testId, { state: 'done', total: 2, sent: 2 })
    const [email] = await waitForEmails(smtp, priya.email)
    expect(email?.text).toMatch(/4 of 5/)
    expect(smtp.received).toHaveLength(2)
  })

  it('that failed is not sent again while the attempt runs, and is replaced after it', async () => {
    const { testId, params } = await setUpTakenExam()
    smtp.behaviours.push('refuse-for-good', 'refuse-for-good')
    await release(testId)
    await sendEmails(testId, { state: 'failed', failed: 2 })
    await reopen(params)
    expect((await release(testId)).json.queued).toBe(1)
    await sendEmails(testId, { state: 'done', total: 1, sent: 1 })
    await resumeAndFinish(testId, params)
    await sendEmails(testId, { state: 'done', total: 2, sent: 2 })
    await waitForEmails(smtp, priya.email)
  })

  it('that was being sent and did not arrive is not tried again', async () => {
    const { testId, params } = await setUpTakenExam()
    await release(testId)
    const { db } = app.deps
    const lease = { leased_until: app.clock.at + 120_000, next_try_at: app.clock.at }
    await db.write((tx) =>
      tx.updateTable('mails').set(lease).where('account_id', '=', priya.id).execute(),
    )
    await reopen(params)
    const mails = await db.read
      .selectFrom('mails')
      .select(['state', 'text_body', 'last_error'])
      .where('account_id', '=', priya.id)
      .execute()
    const withdrawn = 'Withdrawn while it was on its way.'
    expect(mails).toEqual([{ state: 'failed', text_body: null, last_error: withdrawn }])

    await resumeAndFinish(testId, params)
    await sendEmails(testId, { state: 'done', total: 2, sent: 2 })
    await waitForEmails(smtp, priya.email)
  })

  it('that was sent has no second email with the same score', async () => {
    const { testId, params } = await setUpTakenExam()
    await release(testId)
    await sendEmails(testId, { state: 'done', sent: 2 })
    await reopen(params)
    await resumeAndFinish(testId, params)
    await sendEmails(testId, { state: 'done', total: 2, sent: 2 })
    expect(smtp.received).toHaveLength(2)
  })

  it('waits for the end of another running attempt of the student', async () => {
    const { testId } = await setUpTakenExam(2)
    await release(testId)
    const { json: started } = await priya.request(startQuiz, { params: { testId } })
    await sendEmails(testId, { state: 'done', total: 1, sent: 1 })
    const params = { attemptId: started.quizAttemptId }
    await priya.request(finishQuiz, { params, body: {} })
    await sendEmails(testId, { state: 'done', total: 2, sent: 2 })
    const [email] = await waitForEmails(smtp, priya.email)
    expect(email?.text).toMatch(/0 of 5/)
  })
})

it('withdrawing a release also stops emails that failed', async () => {
  const { testId } = await setUpTakenExam()
  smtp.behaviours.push('refuse-for-good')
  await release(testId)
  await sendEmails(testId, { state: 'failed', sent: 1, failed: 1 })
  const params = { testId }
  const { json } = await admin.request(resultRelease.unreleaseResults, { params, body: { why } })
  expect(json).toMatchObject({ stopped: 1, sent: 1 })
  app.advanceClock(1000)
  expect((await release(testId)).json.queued).toBe(1)
  await sendEmails(testId, { state: 'done', total: 1, sent: 1, toldBefore: 1 })
})

it('a running attempt is listed with its history before any attempt has ended', async () => {
  const { _id: testId } = await createReleasedExam(admin, { attemptsAllowed: 0 })
  const { attemptId } = await startAttempt(priya, testId)
  const params = { testId, studentId: priya.id }
  const { status, json } = await admin.request(contract.getAnswers, { params })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    student: { name: 'Priya Nair' },
    attempts: [{ _id: attemptId, status: 'In progress', score: null }],
  })
  expect((await admin.request(listTimeAdjustments, { params: { attemptId } })).json).toEqual([])
  const none = { testId, studentId: rohan.id }
  expect((await admin.request(contract.getAnswers, { params: none })).status).toBe(404)

  await priya.request(finishQuiz, { params: { attemptId }, body: {} })
  await startAttempt(priya, testId)
  const ended = await admin.request(contract.getAnswers, { params })
  expect(ended.json.attempts.map(({ status: eb }) => eb)).toContain('In progress')
  expect(ended.json.answers).toHaveLength(5)
})
