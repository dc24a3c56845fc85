import { afterEach, expect, it, vi } from 'vitest'
import { listEmails } from '#contract/email-log.ts'
import { deleteExam, restoreExam } from '#contract/exams.ts'
import { getReleaseProgress, releaseResults } from '#contract/results.ts'
import { deleteStudents, restoreStudents } from '#contract/students.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import type { Guest, House } from '../../house.ts'
import { enrol, releasedExam, sitThrough } from '../../house-classroom.ts'
import { openHouse } from '../../house-engine.ts'
import { access, hour } from '../../house-mail.ts'
import { openPostOffice } from '../../house-post-office.ts'

let app: House
let admin: Guest
let smtp: Awaited<ReturnType<typeof openPostOffice>>
afterEach(async () => {
  await app.close()
  await smtp.close()
})

const eventually = (assertion: () => unknown) =>
  vi.waitFor(assertion, { timeout: 10_000, interval: 10 })

async function openApp() {
  smtp = await openPostOffice()
  app = await openHouse({ smtpUrl: smtp.url })
  admin = await app.admin()
}

async function createStudentWithQueuedPassword() {
  await openApp()
  const student = await enrol(app)
  smtp.manners.push('refuse-for-now')
  const { db, mail, now } = app.deps
  const email = {
    ...access(),
    accountId: student.id,
    to: { name: 'Priya', address: student.email },
  }
  await db.write((tx) => mail.queue(tx, [email], now()))
  mail.wake()
  await eventually(async () =>
    expect(await fetchEmails()).toMatchObject([{ lastError: expect.any(String) }]),
  )
  await admin.ask(deleteStudents, { body: { ids: [student.id] } })
  return student
}

async function fetchEmails() {
  return (await admin.ask(listEmails)).json
}

/** Long enough for every letter that is due. */
async function passTime(ms = 6 * hour) {
  app.pass(ms)
  app.deps.mail.wake()
  await new Promise((resolve) => setTimeout(resolve, 150))
}

it('a password of a deleted student stays here, and goes out after a restore', async () => {
  const student = await createStudentWithQueuedPassword()
  await passTime()
  expect(smtp.letters).toEqual([])
  expect(await fetchEmails()).toMatchObject([{ state: 'queued', isHeld: true, tries: 1 }])
  await admin.ask(restoreStudents, { body: { ids: [student.id] } })
  await eventually(() => expect(smtp.letters).toHaveLength(1))
  await eventually(async () =>
    expect(await fetchEmails()).toMatchObject([{ state: 'sent', isHeld: false }]),
  )
})

it('a restore after 72 hours sends nothing that has run out', async () => {
  const student = await createStudentWithQueuedPassword()
  await passTime(73 * hour)
  admin = await app.admin()
  await admin.ask(restoreStudents, { body: { ids: [student.id] } })
  await passTime()
  expect(smtp.letters).toEqual([])
  expect(await fetchEmails()).toMatchObject([{ state: 'failed', lastError: 'Too old to be sent.' }])
})

it('nobody waits for the result of a student who was deleted before it left', async () => {
  await openApp()
  const { _id: testId } = await releasedExam(admin)
  const [remaining, deleted] = [await enrol(app, 'Stays'), await enrol(app, 'Goes')]
  for (const student of [remaining, deleted]) await sitThrough(student, testId, 3)
  await admin.ask(releaseResults, { params: { testId } })
  await admin.ask(deleteStudents, { body: { ids: [deleted.id] } })
  await passTime(releaseUndoMs)
  const fetchProgress = () => admin.ask(getReleaseProgress, { params: { testId } })
  await eventually(async () =>
    expect((await fetchProgress()).json).toMatchObject({ state: 'done', total: 1, sent: 1 }),
  )
  await admin.ask(restoreStudents, { body: { ids: [deleted.id] } })
  await eventually(async () =>
    expect((await fetchProgress()).json).toMatchObject({ state: 'done', total: 2, sent: 2 }),
  )
  expect(smtp.letters).toHaveLength(2)
})

it('results of a deleted test wait as well', async () => {
  await openApp()
  const { _id: testId } = await releasedExam(admin)
  await sitThrough(await enrol(app), testId, 3)
  await admin.ask(releaseResults, { params: { testId } })
  await admin.ask(deleteExam, { params: { id: testId } })
  await passTime(releaseUndoMs)
  expect(smtp.letters).toEqual([])
  await admin.ask(restoreExam, { params: { id: testId } })
  await eventually(() => expect(smtp.letters).toHaveLength(1))
})
