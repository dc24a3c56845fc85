import { afterEach, expect, it, vi } from 'vitest'
import { listEmails } from '#contract/email-log.ts'
import { deleteExam, restoreExam } from '#contract/exams.ts'
import { getReleaseProgress, releaseResults } from '#contract/results.ts'
import { deleteStudents, restoreStudents } from '#contract/students.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import type { Guest, House } from '../house.ts'
import { enrol, releasedExam, sitThrough } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'
import { access, hour } from '../house-mail.ts'
import { openPostOffice } from '../house-post-office.ts'

let house: House
let admin: Guest
let post: Awaited<ReturnType<typeof openPostOffice>>
afterEach(async () => {
  await house.close()
  await post.close()
})

const eventually = (claim: () => unknown) => vi.waitFor(claim, { timeout: 10_000, interval: 10 })

async function open() {
  post = await openPostOffice()
  house = await openHouse({ smtpUrl: post.url })
  admin = await house.admin()
}

async function aStudentWhosePasswordWaits() {
  await open()
  const pupil = await enrol(house)
  post.manners.push('refuse-for-now')
  const { db, mail, now } = house.deps
  const letter = { ...access(), accountId: pupil.id, to: { name: 'Priya', address: pupil.email } }
  await db.write((tx) => mail.queue(tx, [letter], now()))
  mail.wake()
  await eventually(async () =>
    expect(await listed()).toMatchObject([{ lastError: expect.any(String) }]),
  )
  await admin.ask(deleteStudents, { body: { ids: [pupil.id] } })
  return pupil
}

async function listed() {
  return (await admin.ask(listEmails)).json
}

/** Long enough for every letter that is due. */
async function later(ms = 6 * hour) {
  house.pass(ms)
  house.deps.mail.wake()
  await new Promise((resolve) => setTimeout(resolve, 150))
}

it('a password of a deleted student stays here, and goes out after a restore', async () => {
  const pupil = await aStudentWhosePasswordWaits()
  await later()
  expect(post.letters).toEqual([])
  expect(await listed()).toMatchObject([{ state: 'queued', isHeld: true, tries: 1 }])
  await admin.ask(restoreStudents, { body: { ids: [pupil.id] } })
  await eventually(() => expect(post.letters).toHaveLength(1))
  await eventually(async () =>
    expect(await listed()).toMatchObject([{ state: 'sent', isHeld: false }]),
  )
})

it('a restore after 72 hours sends nothing that has run out', async () => {
  const pupil = await aStudentWhosePasswordWaits()
  await later(73 * hour)
  admin = await house.admin()
  await admin.ask(restoreStudents, { body: { ids: [pupil.id] } })
  await later()
  expect(post.letters).toEqual([])
  expect(await listed()).toMatchObject([{ state: 'failed', lastError: 'Too old to be sent.' }])
})

it('nobody waits for the result of a student who was deleted before it left', async () => {
  await open()
  const { _id: testId } = await releasedExam(admin)
  const [stays, goes] = [await enrol(house, 'Stays'), await enrol(house, 'Goes')]
  for (const pupil of [stays, goes]) await sitThrough(pupil, testId, 3)
  await admin.ask(releaseResults, { params: { testId } })
  await admin.ask(deleteStudents, { body: { ids: [goes.id] } })
  await later(releaseUndoMs)
  const progress = () => admin.ask(getReleaseProgress, { params: { testId } })
  await eventually(async () =>
    expect((await progress()).json).toMatchObject({ state: 'done', total: 1, sent: 1 }),
  )
  await admin.ask(restoreStudents, { body: { ids: [goes.id] } })
  await eventually(async () =>
    expect((await progress()).json).toMatchObject({ state: 'done', total: 2, sent: 2 }),
  )
  expect(post.letters).toHaveLength(2)
})

it('results of a deleted test wait as well', async () => {
  await open()
  const { _id: testId } = await releasedExam(admin)
  await sitThrough(await enrol(house), testId, 3)
  await admin.ask(releaseResults, { params: { testId } })
  await admin.ask(deleteExam, { params: { id: testId } })
  await later(releaseUndoMs)
  expect(post.letters).toEqual([])
  await admin.ask(restoreExam, { params: { id: testId } })
  await eventually(() => expect(post.letters).toHaveLength(1))
})
