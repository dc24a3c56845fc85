import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addBatchStudents, removeBatchStudents } from '#contract/batches.ts'
import { listEmails } from '#contract/email-log.ts'
import { deleteExamWindow, openMakeUpWindow, updateExamWindow } from '#contract/exam-windows.ts'
import { deleteExam, updateExam } from '#contract/exams.ts'
import { formatSeat } from '#contract/seat-words.ts'
import { deleteStudents, eraseStudent, restoreStudents } from '#contract/students.ts'
import { getWindowEmails, updateWindowEmails } from '#contract/window-emails.ts'
import type { Room } from '#core/exam-windows/seats.ts'
import {
  completeAttempt,
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { writeWindowEmails } from './write-window-emails.ts'

const minute = 60_000
const day = 24 * 60 * minute

let app: TestApp
let admin: TestClient
let priya: TestStudent
let rohan: TestStudent
let batchId: string
let testId: string
let windowId: string
/** A window for a batch of two, in two days. */
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  priya = await createStudent(app, 'Priya Nair')
  rohan = await createStudent(app, 'Rohan Rao')
  batchId = (await createBatch(admin, [priya, rohan]))._id
  testId = (await createReleasedExam(admin))._id
  windowId = await open()
})
afterEach(() => app.close())

const inTwoDays = 2 * 24 * 60
const audience = () => ({ kind: 'batch' as const, batchId })
const open = async (opens = inTwoDays) => {
  const times = { now: app.clock.at, opens, closes: opens + 60 }
  return (await openWindow(admin, testId, { ...times, audience: audience() }))._id
}
const toInstant = (minutes: number) => new Date(app.clock.at + minutes * minute).toISOString()
/** Advances the clock minute by minute, and runs the job of the server each time. */
const wait = async (minutes: number) => {
  for (let left = minutes; left >= 0; left -= 1) {
    await writeWindowEmails(app.deps)
    if (left > 0) app.advanceClock(minute)
  }
}
const change = (body: object) => admin.request(updateExamWindow, { params: { id: windowId }, body })
const remove = () =>
  admin.request(deleteExamWindow, {
    params: { id: windowId },
    body: { without: 'open-to-everyone' as const },
  })

let seen: Set<string>
beforeEach(() => {
  seen = new Set()
})
async function readRows() {
  return app.deps.db.read.selectFrom('mails').selectAll().orderBy('created_at').execute()
}
/** Emails since the last call as "kind to address", sorted by address. */
async function listNew(): Promise<string[]> {
  app.deps.mail.wake()
  const isWaiting = async () => (await readRows()).some(({ state }) => state === 'queued')
  await expect.poll(isWaiting).toBe(false)
  const rows = (await readRows()).filter(({ id, kind }) => !seen.has(id) && /window/.test(kind))
  for (const { id } of rows) seen.add(id)
  return rows.map(({ kind, to_name }) => `${kind} to ${to_name}`).toSorted()
}

const toBoth = (kind: string) => [`${kind} to Priya Nair`, `${kind} to Rohan Rao`]

it('each student of a window gets one email, ten minutes after the last change', async () => {
  await wait(9)
  await change({ opensAt: toInstant(inTwoDays - 30) })
  await wait(9)
  expect(await listNew()).toEqual([])
  await wait(1)
  expect(await listNew()).toEqual(toBoth('window-invitation'))
  await wait(30)
  expect(await listNew()).toEqual([])
})

it('no email is written about a window created and deleted within ten minutes', async () => {
  await wait(8)
  await remove()
  await wait(30)
  expect(await listNew()).toEqual([])
})

describe('after the first email', () => {
  beforeEach(async () => {
    await wait(10)
    await listNew()
  })

  it('writes again after a change of time, with a higher sequence', async () => {
    await change({ opensAt: toInstant(inTwoDays), closesAt: toInstant(inTwoDays + 60) })
    await wait(10)
    expect(await listNew()).toEqual(toBoth('window-update'))
    const sequences = await app.deps.db.read
      .selectFrom('window_emails')
      .select('sequence')
      .execute()
    expect(sequences).toEqual([{ sequence: 1 }, { sequence: 1 }])
  })

  it('writes again after a change of the title', async () => {
    await admin.request(updateExam, { params: { id: testId }, body: { title: 'React JS, part 2' } })
    await wait(10)
    expect(await listNew()).toEqual(toBoth('window-update'))
  })

  it('writes nothing about a change that is reverted in time', async () => {
    const before = { opensAt: toInstant(inTwoDays - 10), closesAt: toInstant(inTwoDays + 50) }
    await change({ closesAt: toInstant(inTwoDays + 90) })
    await wait(5)
    await change({ closesAt: before.closesAt })
    await wait(20)
    expect(await listNew()).toEqual([])
  })

  it('cancels a window that is deleted', async () => {
    await remove()
    await wait(10)
    expect(await listNew()).toEqual(toBoth('window-cancellation'))
    await wait(20)
    expect(await listNew()).toEqual([])
  })

  it('cancels it for a student who leaves the batch, and invites one who joins', async () => {
    const zoya = await createStudent(app, 'Zoya Khan')
    const params = { id: batchId }
    await admin.request(removeBatchStudents, { params, body: { studentIds: [rohan.id] } })
    await admin.request(addBatchStudents, { params, body: { studentIds: [zoya.id] } })
    await wait(10)
    expect(await listNew()).toEqual([
      ...['window-cancellation to Rohan Rao', 'window-invitation to Zoya Khan'],
    ])
  })

  it('cancels it when its test is no longer released, and invites again', async () => {
    const release = (released: boolean) =>
      admin.request(updateExam, { params: { id: testId }, body: { released } })
    await release(false)
    await admin.request(updateExam, { params: { id: testId }, body: { title: 'A secret' } })
    await wait(10)
    expect(await listNew()).toEqual(toBoth('window-cancellation'))
    expect(JSON.stringify(await readRows())).not.toContain('A secret')
    await release(true)
    await wait(10)
    expect(await listNew()).toEqual(toBoth('window-invitation'))
  })

  it('cancels it when its test is deleted', async () => {
    await admin.request(deleteExam, { params: { id: testId } })
    await wait(10)
    // Other emails about a deleted test would wait for its restore.
    expect(await listNew()).toEqual(toBoth('window-cancellation'))
  })

  it('writes nothing to a deleted student, and reports changes after the restore', async () => {
    await admin.request(deleteStudents, { body: { ids: [rohan.id] } })
    await change({ closesAt: toInstant(inTwoDays + 90) })
    await wait(20)
    expect(await listNew()).toEqual(['window-update to Priya Nair'])
    await admin.request(restoreStudents, { body: { ids: [rohan.id] } })
    await wait(11)
    expect(await listNew()).toEqual(['window-update to Rohan Rao'])
  })

  it('forgets an erased student', async () => {
    await admin.request(deleteStudents, { body: { ids: [rohan.id] } })
    await admin.request(eraseStudent, { params: { id: rohan.id }, body: { name: 'Rohan Rao' } })
    await remove()
    await wait(20)
    expect(await listNew()).toEqual(['window-cancellation to Priya Nair'])
    const kept = await app.deps.db.read.selectFrom('window_emails').select('student_id').execute()
    expect(kept.map((row) => row.student_id)).not.toContain(rohan.id)
  })

  it('replaces an email that was not sent yet with a newer one', async () => {
    // The emails stay queued, as while the mail server is away.
    await app.deps.db.write((tx) =>
      tx
        .updateTable('mails')
        .set({ state: 'queued', sent_at: null, next_try_at: app.clock.at + day })
        .where('kind', '=', 'window-invitation')
        .execute(),
    )
    await change({ closesAt: toInstant(inTwoDays + 90) })
    await wait(10)
    expect(await listNew()).toEqual(toBoth('window-invitation'))
    const rows = await readRows()
    const replaced = rows.filter((row) => row.last_error === 'Replaced by a newer email.')
    expect(replaced.map(({ state, text_body }) => [state, text_body])).toEqual([
      ...[
        ['failed', null],
        ['failed', null],
      ],
    ])
  })

  it('writes nothing while switched off, and reports changes once switched on again', async () => {
    const set = (areSent: boolean) =>
      admin.request(updateWindowEmails, { body: { areSent, areRemindersSent: true } })
    expect((await set(false)).json).toEqual({
      areSent: false,
      areRemindersSent: false,
      isMailSetUp: false,
    })
    await change({ closesAt: toInstant(inTwoDays + 90) })
    await wait(30)
    expect(await listNew()).toEqual([])
    await set(true)
    await wait(9)
    expect(await listNew()).toEqual([])
    await wait(2)
    expect(await listNew()).toEqual(toBoth('window-update'))
  })

  it('reminds at six the day before, if the institute wants it', async () => {
    await wait(0)
    app.advanceClock(day)
    await admin.request(updateWindowEmails, { body: { areSent: true, areRemindersSent: true } })
    // The specs begin at 10:00 at the institute.
    app.clock.at = Date.UTC(2026, 10, 22, 12, 29)
    await writeWindowEmails(app.deps)
    expect(await listNew()).toEqual([])
    app.advanceClock(minute)
    await writeWindowEmails(app.deps)
    await writeWindowEmails(app.deps)
    expect(await listNew()).toEqual(toBoth('window-reminder'))
  })
})

describe('the place of a student', () => {
  beforeEach(() => {
    vi.spyOn(app.deps.mail, 'queue')
  })
  /** Emails since the last call, with the place in each, once they have left. */
  const listPlaces = async () => {
    await listNew()
    const { mock, mockClear } = vi.mocked(app.deps.mail.queue)
    const emails = mock.calls.flatMap(([, queued]) => queued)
    mockClear()
    return emails
      .flatMap((email) => {
        if (!('window' in email)) return []
        const place = email.window.seat ? formatSeat(email.window.seat) : 'no place'
        return [`${email.kind} to ${email.to.name}: ${place}`]
      })
      .toSorted()
  }
  const setRooms = (...rooms: Room[]) => change({ rooms })
  const lab = (number: number, seats: number) => ({ name: `Lab ${number}`, seats })

  it('is in the first email of each student who has a seat', async () => {
    await wait(1)
    await setRooms(lab(1, 1))
    await wait(10)
    expect(await listPlaces()).toEqual([
      'window-invitation to Priya Nair: Lab 1, seat 1',
      'window-invitation to Rohan Rao: no place',
    ])
    await wait(20)
    expect(await listPlaces()).toEqual([])
  })

  it('is emailed again to that student only when it changes, or is gone', async () => {
    await setRooms(lab(1, 1), lab(2, 1))
    await wait(10)
    await listPlaces()
    await setRooms(lab(1, 1), lab(3, 1))
    await wait(10)
    expect(await listPlaces()).toEqual(['window-update to Rohan Rao: Lab 3, seat 1'])
    await setRooms()
    await wait(10)
    expect(await listPlaces()).toEqual([
      'window-update to Priya Nair: no place',
      'window-update to Rohan Rao: no place',
    ])
  })

  it('is emailed to a named student, too, and is in the reminder', async () => {
    await remove()
    const named = { kind: 'students' as const, studentIds: [rohan.id] }
    const times = { now: app.clock.at, opens: inTwoDays, closes: inTwoDays + 60 }
    await openWindow(admin, testId, { ...times, audience: named, rooms: [lab(4, 9)] })
    await wait(10)
    expect(await listPlaces()).toEqual(['window-invitation to Rohan Rao: Lab 4, seat 1'])
    await admin.request(updateWindowEmails, { body: { areSent: true, areRemindersSent: true } })
    app.clock.at = Date.UTC(2026, 10, 22, 12, 30)
    await writeWindowEmails(app.deps)
    expect(await listPlaces()).toEqual(['window-reminder to Rohan Rao: Lab 4, seat 1'])
  })
})

it('no email is written to a student who can no longer take the test', async () => {
  await openWindow(admin, testId, { now: app.clock.at, opens: 0, closes: 60, audience: audience() })
  await completeAttempt(priya, testId, 3)
  await wait(10)
  expect((await listNew()).filter((one) => one.endsWith('Priya Nair'))).toEqual([])
})

it('the email about a make-up window counts as the first one, with its calendar entry', async () => {
  await remove()
  windowId = await open(1)
  await wait(9)
  app.advanceClock(2 * 60 * minute)
  const body = { opensAt: toInstant(60), closesAt: toInstant(120) }
  const { json } = await admin.request(openMakeUpWindow, { params: { testId }, body })
  expect(json.emailed).toBe(2)
  await wait(15)
  expect(await listNew()).toEqual(toBoth('make-up-window'))
  windowId = json.window._id
  await change({ closesAt: toInstant(130) })
  await wait(10)
  expect(await listNew()).toEqual(toBoth('window-update'))
})

it('the emails are in the email log, by subject', async () => {
  await wait(10)
  const { json } = await admin.request(listEmails, { query: { search: 'A date for your test' } })
  expect(json.map(({ subject }) => subject)).toEqual([
    'A date for your test: React JS',
    'A date for your test: React JS',
  ])
  expect((await admin.request(getWindowEmails, {})).json.isMailSetUp).toBe(false)
})
