import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { addBatchStudents, removeBatchStudents } from '#contract/batches.ts'
import { addExamWindow, deleteExamWindow, updateExamWindow } from '#contract/exam-windows.ts'
import { updateExam } from '#contract/exams.ts'
import { deleteStudents, restoreStudents } from '#contract/students.ts'
import type { Seat } from '#core/exam-windows/seats.ts'
import { getLastEntry } from '#core/exam-windows/window.ts'
import { createBatch, createReleasedExam, createStudent } from '#test/factories.ts'
import { pickByRunLength } from '#test/long-run.ts'
import { type TestApp, type TestClient, withReauthentication } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { Email } from '../platform/mailer/email.ts'
import type { Mailer } from '../platform/mailer/mailer.ts'
import { writeWindowEmails } from './write-window-emails.ts'

vi.setConfig({ testTimeout: pickByRunLength(60 * 60_000, 120_000) })

const histories = pickByRunLength(1_000, 15)
const minute = 60_000

let app: TestApp
afterEach(() => app.close())

const student = fc.nat(2)
const batch = fc.constantFrom('A', 'B')
const place = fc.nat(3)
/** The number of seats in the only room; with 0 the window has no room. */
const seats = fc.nat(3)
const opens = fc.integer({ min: 15, max: 120 })
const event = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('wait' as const), minutes: fc.nat(14) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('open' as const), batch, opens }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('move' as const), place, opens }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), place }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('seat' as const), place, seats }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('join' as const), batch, student }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('leave' as const), batch, student }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), student }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restore' as const), student }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('release' as const), released: fc.boolean() }),
  },
)
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never

type WindowEmail = Extract<Email, { readonly before: unknown; readonly window: unknown }>
type Entry = {
  opensAt: number | null
  readonly seat: Seat | null
  readonly closesAt: number
  sequence: number
  writtenAt: number
}

it(`each calendar matches the windows of its student after each of ${histories} histories`, async () => {
  app = await createTestApp()
  const admin = withReauthentication(await app.createAdmin())
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await createStudent(app, `Student ${n}`)).id)
  const batches = {
    A: (await createBatch(admin, [], { name: 'A' }))._id,
    B: (await createBatch(admin, [], { name: 'B' }))._id,
  }
  // Batches keep the windows of earlier histories.
  const calendars = new Map<string, Entry>()
  const property = fc.asyncProperty(
    fc.array(event, { minLength: 3, maxLength: 15, size: 'max' }),
    (events) => playHistory({ admin, ids, batches, events, calendars }),
  )
  await fc.assert(property, { numRuns: histories })
})

type History = {
  readonly admin: TestClient
  readonly ids: readonly string[]
  readonly batches: Readonly<Record<string, string>>
  readonly events: readonly Event[]
  readonly calendars: Map<string, Entry>
}

async function playHistory({ admin, ids, batches, events, calendars }: History) {
  const { _id: testId } = await createReleasedExam(admin)
  const windowIds: string[] = []
  const toBody = (after: number) => ({
    opensAt: new Date(app.clock.at + after * minute).toISOString(),
    closesAt: new Date(app.clock.at + (after + 60) * minute).toISOString(),
  })
  const written: WindowEmail[] = []
  const mail: Mailer = {
    ...app.deps.mail,
    async queue(tx, emails, at) {
      written.push(...(emails as readonly WindowEmail[]))
      return app.deps.mail.queue(tx, emails, at)
    },
    // Every email has arrived.
    withdrawUnsent: async () => false,
    wake() {},
  }
  const deps = { ...app.deps, mail }
  await run({ type: 'join', batch: 'A', student: 0 })
  await run({ type: 'open', batch: 'A', opens: 60 })
  for (const one of events) await run(one)
  await run({ type: 'wait', minutes: 15 })
  await compare()
  await admin.request(restoreStudents, { body: { ids: [...ids] } })
  for (const id of Object.values(batches)) {
    await admin.request(removeBatchStudents, { params: { id }, body: { studentIds: [...ids] } })
  }
  await run({ type: 'wait', minutes: 15 })
  await compare()

  async function run(one: Event) {
    switch (one.type) {
      case 'wait': {
        for (let left = one.minutes; left >= 0; left -= 3) {
          await writeWindowEmails(deps)
          receive()
          if (left > 0) app.advanceClock(Math.min(left, 3) * minute)
        }
        return
      }
      case 'open': {
        const audience = { kind: 'batch' as const, batchId: batches[one.batch] ?? '' }
        const body = { audience, ...toBody(one.opens) }
        const { json } = await admin.request(addExamWindow, { params: { testId }, body })
        windowIds.push(json.window._id)
        return
      }
      case 'move': {
        const id = windowIds[one.place] ?? ''
        await admin.request(updateExamWindow, { params: { id }, body: toBody(one.opens) })
        return
      }
      case 'seat': {
        const id = windowIds[one.place] ?? ''
        const rooms = one.seats === 0 ? [] : [{ name: 'Lab 1', seats: one.seats }]
        await admin.request(updateExamWindow, { params: { id }, body: { rooms } })
        return
      }
      case 'remove': {
        const id = windowIds[one.place] ?? ''
        const body = { without: 'open-to-everyone' as const }
        await admin.request(deleteExamWindow, { params: { id }, body })
        return
      }
      case 'join':
      case 'leave': {
        const call = one.type === 'join' ? addBatchStudents : removeBatchStudents
        const params = { id: batches[one.batch] ?? '' }
        await admin.request(call, { params, body: { studentIds: [ids[one.student] ?? ''] } })
        return
      }
      case 'delete':
      case 'restore': {
        const call = one.type === 'delete' ? deleteStudents : restoreStudents
        await admin.request(call, { body: { ids: [ids[one.student] ?? ''] } })
        return
      }
      case 'release': {
        const body = { released: one.released }
        await admin.request(updateExam, { params: { id: testId }, body })
        return
      }
    }
  }

  /** Applies each email at once, as a calendar does. */
  function receive() {
    for (const email of written.splice(0)) {
      const { windowId, sequence } = email.calendar
      const key = `${windowId} ${email.accountId}`
      const known = calendars.get(key)
      expect(sequence).toBeGreaterThan(known?.sequence ?? -1)
      expect(app.clock.at - (known?.writtenAt ?? -Infinity)).toBeGreaterThanOrEqual(10 * minute)
      calendars.set(key, {
        opensAt: email.kind === 'window-cancellation' ? null : email.window.opensAt,
        seat: email.window.seat,
        closesAt: email.window.closesAt,
        sequence,
        writtenAt: app.clock.at,
      })
    }
  }

  async function compare() {
    const rows = await app.deps.db.read
      .selectFrom('exam_windows')
      .innerJoin('exams', 'exams.id', 'exam_windows.exam_id')
      .innerJoin('batch_students', 'batch_students.batch_id', 'exam_windows.batch_id')
      .innerJoin('students', 'students.id', 'batch_students.student_id')
      .leftJoin('window_seats', (join) =>
        join
          .onRef('window_seats.window_id', '=', 'exam_windows.id')
          .onRef('window_seats.student_id', '=', 'students.id'),
      )
      .select(['exam_windows.id', 'batch_students.student_id', 'opens_at', 'closes_at'])
      .select(['room', 'seat'])
      .where('exams.released_at', 'is not', null)
      .where('students.deleted_at', 'is', null)
      .execute()
    const expected = new Map(rows.map((row) => [`${row.id} ${row.student_id}`, row]))
    const deleted = await app.deps.db.read
      .selectFrom('students')
      .select('id')
      .where('deleted_at', 'is not', null)
      .execute()
    for (const [key, row] of expected) {
      const entry = calendars.get(key)
      const times = { opensAt: row.opens_at, closesAt: row.closes_at }
      const isOver =
        app.clock.at > getLastEntry({ ...times, latestEntryAt: null, endsAtClosing: false })
      if (isOver) continue
      expect(entry?.opensAt, key).toBe(row.opens_at)
      expect([entry?.seat?.room ?? null, entry?.seat?.number ?? null], key).toEqual([
        row.room,
        row.seat,
      ])
    }
    for (const [key, entry] of calendars) {
      const isDeleted = deleted.some(({ id }) => key.endsWith(id))
      if (expected.has(key) || isDeleted || entry.closesAt <= app.clock.at) continue
      expect(entry.opensAt, key).toBeNull()
    }
  }
}
