import { afterEach, expect, it, vi } from 'vitest'
import { restoreExam } from '#contract/deleted-exams.ts'
import { listEmails } from '#contract/email-log.ts'
import { deleteExam } from '#contract/exams.ts'
import { getReleaseProgress, releaseResults } from '#contract/result-release.ts'
import { deleteStudents, restoreStudents } from '#contract/students.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import { completeAttempt, createReleasedExam, createStudent } from '#test/factories.ts'
import { createLoginDetailsEmail, hour } from '#test/mail-fixtures.ts'
import { startSmtpServer } from '#test/smtp-server.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
afterEach(async () => {
  await app.close()
  await smtp.close()
})

const eventually = (assertion: () => unknown) =>
  vi.waitFor(assertion, { timeout: 30_000, interval: 10 })

async function openApp() {
  smtp = await startSmtpServer()
  app = await createTestApp({ smtpUrl: smtp.url })
  admin = await app.createAdmin()
}

async function createStudentWithQueuedPassword() {
  await openApp()
  const student = await createStudent(app)
  smtp.behaviours.push('refuse-for-now')
  const { db, mail, now } = app.deps
  const email = {
    ...createLoginDetailsEmail(),
    accountId: student.id,
    to: { name: 'Priya', address: student.email },
  }
  await db.write((tx) => mail.queue(tx, [email], now()))
  mail.wake()
  await eventually(async () =>
    expect(await fetchEmails()).toMatchObject([{ lastError: expect.any(String) }]),
  )
  await admin.request(deleteStudents, { body: { ids: [student.id] } })
  return student
}

async function fetchEmails() {
  return (await admin.request(listEmails)).json
}

/** Long enough for every email that is due. */
async function passTime(ms = 6 * hour) {
  app.advanceClock(ms)
  app.deps.mail.wake()
  await new Promise((resolve) => setTimeout(resolve, 150))
}

it('the password of a deleted student is held back, and sent after a restore', async () => {
  const student = await createStudentWithQueuedPassword()
  await passTime()
  expect(smtp.received).toEqual([])
  expect(await fetchEmails()).toMatchObject([{ state: 'queued', isHeld: true, tries: 1 }])
  await admin.request(restoreStudents, { body: { ids: [student.id] } })
  await eventually(() => expect(smtp.received).toHaveLength(1))
  await eventually(async () =>
    expect(await fetchEmails()).toMatchObject([{ state: 'sent', isHeld: false }]),
  )
})

it('a restore after 72 hours sends no expired password', async () => {
  const student = await createStudentWithQueuedPassword()
  await passTime(73 * hour)
  admin = await app.createAdmin()
  await admin.request(restoreStudents, { body: { ids: [student.id] } })
  await passTime()
  expect(smtp.received).toEqual([])
  expect(await fetchEmails()).toMatchObject([{ state: 'failed', lastError: 'Too old to be sent.' }])
})

it('a release does not wait for the result of a deleted student, which follows a restore', async () => {
  await openApp()
  const { _id: testId } = await createReleasedExam(admin)
  const [remaining, deleted] = [await createStudent(app, 'Stays'), await createStudent(app, 'Goes')]
  for (const student of [remaining, deleted]) await completeAttempt(student, testId, 3)
  await admin.request(releaseResults, { params: { testId } })
  await admin.request(deleteStudents, { body: { ids: [deleted.id] } })
  await passTime(releaseUndoMs)
  const fetchProgress = () => admin.request(getReleaseProgress, { params: { testId } })
  await eventually(async () =>
    expect((await fetchProgress()).json).toMatchObject({ state: 'done', total: 1, sent: 1 }),
  )
  await admin.request(restoreStudents, { body: { ids: [deleted.id] } })
  await eventually(async () =>
    expect((await fetchProgress()).json).toMatchObject({ state: 'done', total: 2, sent: 2 }),
  )
  expect(smtp.received).toHaveLength(2)
})

it('results of a deleted test are held back as well', async () => {
  await openApp()
  const { _id: testId } = await createReleasedExam(admin)
  await completeAttempt(await createStudent(app), testId, 3)
  await admin.request(releaseResults, { params: { testId } })
  await admin.request(deleteExam, { params: { id: testId } })
  await passTime(releaseUndoMs)
  expect(smtp.received).toEqual([])
  await admin.request(restoreExam, { params: { id: testId } })
  await eventually(() => expect(smtp.received).toHaveLength(1))
})
