import { parse } from 'papaparse'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeWindow, toText } from '#contract/access-sentence.ts'
import * as batches from '#contract/batches.ts'
import { register } from '#contract/registration.ts'
import { importStudents } from '#contract/student-import.ts'
import { exportStudents, listStudents } from '#contract/students.ts'
import { createBatch, createReleasedExam, openWindow } from '#test/factories.ts'
import { tellDatesAsIcu72 } from '#test/older-locale-data.ts'
import { createTestApp, type TestApp, type TestClient } from '#test/test-app.ts'
import { formatBatchDays } from '../admin/batches/describe-batch.ts'
import {
  proposeWindowFields,
  readWindowDraft,
  toWindowFields,
} from '../admin/exam-windows/window-draft.ts'
import { describeTimeZone, formatMoment } from '../ui/format-moment.ts'
import { formatTimeWithSeconds } from '../ui/format-time.ts'

let app: TestApp
let admin: TestClient
let restore = () => {}
beforeEach(async () => {
  restore = tellDatesAsIcu72()
  app = await createTestApp()
  admin = await app.createAdmin()
})
afterEach(async () => {
  restore()
  await app.close()
})

const registrant = {
  name: 'Arjun Mehta',
  email: 'arjun@example.com',
  phone: '+91 98200 00003',
  gender: 'male',
  fname: 'Vikram Mehta',
  fphone: '+91 98200 00004',
  laddress: '4 Baner Road, Pune',
  paddress: '4 Baner Road, Pune',
  role: 'student',
  qualification: 'HSC',
  qualificationYear: '2026',
  college: 'Fergusson College',
  course: 'full stack',
  referral: 'Google',
  termsAccepted: 'true',
}

it('a student registers with a date of birth, but not with one in the future', async () => {
  const send = (dob: string) => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...registrant, dob })) body.set(name, value)
    return app.createClient().request(register, { body })
  }
  expect((await send('22-11-2026')).json).toMatchObject({ fields: { dob: expect.any(String) } })
  expect((await send('21-11-2008')).status).toBe(201)
  expect((await admin.request(listStudents)).json).toMatchObject([{ dob: '21-11-2008' }])
})

it('a batch runs from its first day at the institute to its last', async () => {
  const days = { startDate: '2026-11-22', endDate: '2026-11-22' }
  await createBatch(admin, [], days)
  const getState = async () => (await admin.request(batches.listBatches)).json[0]?.state
  expect(await getState()).toBe('coming')
  app.advanceClock(14 * 60 * 60_000)
  expect(await getState()).toBe('running')
  app.advanceClock(24 * 60 * 60_000)
  expect(await getState()).toBe('over')
  expect(formatBatchDays(days)).toBe('22\u00a0Nov\u00a02026 to 22\u00a0Nov\u00a02026')
})

it('an import checks dates of birth, and an export writes days and moments', async () => {
  const { name, email, phone } = registrant
  const row = { line: 2, name, email, phone, course: 'python' }
  const send = (dob: string) =>
    admin.request(importStudents, {
      body: { rows: [{ ...row, dob }], batchId: null, deliver: 'mail' },
    })
  expect((await send('22-11-2026')).json.fields).toHaveProperty(['rows.2.dob'])
  expect((await send('21-11-2004')).status).toBe(201)
  const { text } = await admin.request(exportStudents, { query: {} })
  const { data } = parse<Record<string, string>>(text.slice(1), { header: true })
  expect(data[0]).toMatchObject({
    'Date of birth': '2004-11-21',
    Registered: '2026-11-21T10:00:00+05:30',
  })
})

it('a window is proposed, sent and shown with the institute’s days and times', async () => {
  const proposed = proposeWindowFields(app.clock.at)
  expect(proposed).toMatchObject({ opensDay: '22-11-2026', opensTime: '10:00' })
  const midnight = { ...proposed, opensTime: '00:00', closesTime: '00:30' }
  const { times } = readWindowDraft(midnight)
  expect(times?.opensAt).toBe(Date.UTC(2026, 10, 21, 18, 30))

  const exam = await createReleasedExam(admin)
  const now = Date.UTC(2026, 10, 21, 18, 30)
  const window = await openWindow(admin, exam._id, { now, closes: 30 })
  expect(toWindowFields(window)).toMatchObject({
    opensDay: '22-11-2026',
    opensTime: '00:00',
    closesTime: '00:30',
  })
  const audience = { kind: 'everyone', names: [] } as const
  const described = { opensAt: now, closesAt: now + 30 * 60_000, latestEntryAt: null }
  const phrases = describeWindow({ ...described, audience, expected: null, endsAtClosing: false })
  expect(toText(phrases)).toContain('on 22 Nov 2026 from 12:00 am to 12:30 am')
})

it('times are shown without a space that some fonts lack', () => {
  const now = app.clock.at
  expect(formatMoment(now, now)).toBe('Today, 10:00\u00a0am')
  expect(formatTimeWithSeconds(now)).toBe('10:00:00\u00a0am')
  expect(describeTimeZone(now)).toMatch(/^$|^Times are in India Standard Time\.$/)
})
