import { afterEach, beforeEach, expect, it } from 'vitest'
import { forgotPassword } from '#contract/accounts.ts'
import { retryEmail, retryFailedEmails } from '#contract/email-log.ts'
import { sendLoginDetails } from '#contract/login-details.ts'
import { register } from '#contract/registration.ts'
import { getReleaseProgress, releaseResults, resendResult } from '#contract/result-release.ts'
import { inviteStaff } from '#contract/staff.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import {
  completeAttempt,
  createFormData,
  createReleasedExam,
  createStudent,
  registrationFields,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let owner: TestClient
let student: TestStudent
let testId: string
let attemptId: string
beforeEach(async () => {
  app = await createTestApp()
  owner = await app.createAdmin()
  student = await createStudent(app)
  testId = (await createReleasedExam(owner))._id
  attemptId = await completeAttempt(student, testId, 3)
})
afterEach(() => app.close())

const folder = 'Mail is not set up'

/** Emails become files: no reply says that one was sent, or is on its way. */
it('replies about login details, invitations and forgotten passwords name the outbox folder', async () => {
  const params = { id: student.id }
  const details = await owner.request(sendLoginDetails, { params, body: { deliver: 'mail' } })
  expect(details.json.message).toBe(
    `${folder}: the login details for ${student.email} go to the outbox folder. Show them once instead.`,
  )
  const body = { name: 'Nandini Rao', email: 'nandini@example.com', role: 'office' } as const
  const invited = await owner.request(inviteStaff, { body })
  expect(invited.json.message).toBe(
    `${folder}: the invitation to nandini@example.com goes to the outbox folder.`,
  )
  const forgotten = await app.createClient().request(forgotPassword, {
    body: { email: student.email },
  })
  expect(forgotten.json).toMatchObject({
    message: expect.stringContaining('This site does not send emails yet.'),
    isMailSetUp: false,
  })
})

it('a registration says that mail is not set up', async () => {
  const body = createFormData({ ...registrationFields, email: 'rohan@example.com' })
  const { status, json } = await app.createClient().request(register, { body })
  expect(status).toBe(201)
  expect(json).toEqual({ message: 'Registration Successful', isMailSetUp: false })
})

it('replies about results name the outbox folder, also when they are sent again', async () => {
  const params = { testId }
  await owner.request(releaseResults, { params })
  app.advanceClock(releaseUndoMs)
  app.deps.mail.wake()
  const getProgress = async () => (await owner.request(getReleaseProgress, { params })).json
  await expect.poll(getProgress).toMatchObject({
    state: 'done',
    total: 1,
    sent: 1,
    isMailSetUp: false,
    message: `${folder}: the result emails lie in the outbox folder.`,
  })
  const again = await owner.request(resendResult, { params: { attemptId } })
  expect(again.json.message).toBe(
    `${folder}: the result for ${student.email} goes to the outbox folder.`,
  )
})

it('replies about retried emails name the outbox folder', async () => {
  const { db, mail } = app.deps
  const to = { name: '', address: 'office@example.com' }
  const askedBy = 'admin@example.com'
  for (let n = 0; n < 2; n++) {
    await db.write((tx) => mail.queue(tx, [{ kind: 'test', to, askedBy }], app.clock.at))
  }
  const failed = await db.write((tx) =>
    tx.updateTable('mails').set({ state: 'failed' }).returning('id').execute(),
  )
  const params = { id: failed[0]?.id ?? '' }
  expect((await owner.request(retryEmail, { params })).json.message).toBe(
    'The email to office@example.com goes to the outbox folder again.',
  )
  expect((await owner.request(retryFailedEmails)).json.message).toBe(
    '1 email goes to the outbox folder again.',
  )
})
