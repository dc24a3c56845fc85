import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { addBatchStudents, removeBatchStudents } from '#contract/batches.ts'
import {
  addExamWindow,
  deleteExamWindow,
  openMakeUpWindow,
  updateExamWindow,
} from '#contract/exam-windows.ts'
import { reopenAttempt } from '#contract/proctoring.ts'
import { excuseStudents, revertExcuses } from '#contract/registers.ts'
import { formatSeat } from '#contract/seat-words.ts'
import { deleteStudents, restoreStudents } from '#contract/students.ts'
import type { Room } from '#core/exam-windows/seats.ts'
import { kindNames } from '#core/questions/question.ts'
import { isRefusal } from '#core/refusal.ts'
import { createBatch, createReleasedExam, createStudent } from '#test/factories.ts'
import { isLongRun, pickByRunLength } from '#test/long-run.ts'
import { createRegisterModel, type ModelWindow, type RegisterModel } from '#test/register-model.ts'
import { createSeatModel } from '#test/seat-model.ts'
import { type TestApp, type TestClient, withReauthentication } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { finishQuiz } from '../attempts/finish-quiz.ts'
import { startQuiz } from '../attempts/start-quiz.ts'
import { createPlaceLog } from '../presence/place-log.ts'
import { findRegisterOfWindow } from './get-register.ts'
import { reconcileRegisters } from './reconcile-registers.ts'
import { reconcileSeats } from './seat-students.ts'

vi.setConfig({ testTimeout: pickByRunLength(180 * 60_000, 300_000) })

const histories = pickByRunLength(5_000, 40)
const historiesOfAnApp = 50
const minute = 60_000
const studentCount = 4

let app: TestApp
afterEach(() => app.close())

const student = fc.nat(studentCount - 1)
const some = fc.uniqueArray(student, { minLength: 1, maxLength: 3 })
const place = fc.nat(5)
const batch = fc.constantFrom('A', 'B')
const times = fc.record({
  opens: fc.integer({ min: -10, max: 20 }),
  length: fc.integer({ min: 5, max: 50 }),
  entry: fc.option(fc.integer({ min: 0, max: 30 }), { nil: null }),
})

const rooms = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('Lab 1', 'Lab 2', 'Hall'),
    seats: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 2, selector: ({ name }) => name },
)

const event = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('wait'), minutes: fc.nat(25) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('open'), times, batch }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('open'), times, named: some }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('change'), place, times }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove'), place }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('make-up'), times }) },
  { weight: 12, arbitrary: fc.record({ type: fc.constant('start'), student }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('finish'), student }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reopen'), student }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('excuse'), place, some }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('take-back'), place, some }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('join'), batch, some }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('leave'), batch, some }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete'), student }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restore'), student }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('rooms'), place, rooms }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('sweep') }) },
) as fc.Arbitrary<Event>

type Times = { readonly opens: number; readonly length: number; readonly entry: number | null }
type Event =
  | { readonly type: 'wait'; readonly minutes: number }
  | {
      readonly type: 'open'
      readonly times: Times
      readonly batch?: string
      readonly named?: readonly number[]
    }
  | { readonly type: 'change'; readonly place: number; readonly times: Times }
  | { readonly type: 'remove'; readonly place: number }
  | { readonly type: 'make-up'; readonly times: Times }
  | {
      readonly type: 'start' | 'finish' | 'reopen' | 'delete' | 'restore'
      readonly student: number
    }
  | {
      readonly type: 'excuse' | 'take-back'
      readonly place: number
      readonly some: readonly number[]
    }
  | { readonly type: 'join' | 'leave'; readonly batch: string; readonly some: readonly number[] }
  | { readonly type: 'rooms'; readonly place: number; readonly rooms: readonly Room[] }
  | { readonly type: 'sweep' }

it(`registers agree with a model after each of ${histories} histories`, async () => {
  const seen = new Map<string, number>()
  for (let played = 0; played < histories; played += historiesOfAnApp) {
    if (played > 0) await app.close()
    const institute = await createInstitute()
    const property = fc.asyncProperty(
      fc.array(event, { minLength: 4, maxLength: 20, size: 'max' }),
      (events) => playHistory({ ...institute, events, seen }),
    )
    await fc.assert(property, {
      numRuns: Math.min(historiesOfAnApp, histories - played),
      // A few at random would now and then lack one of the states below.
      ...(!isLongRun && { seed: 3 }),
    })
  }
  for (const state of [
    'not-here',
    'taking',
    'finished',
    'absent',
    'excused',
    'deleted',
    'removed',
    'seated',
    'no seat',
  ])
    expect(seen.get(state) ?? 0, state).toBeGreaterThan(0)
})

/** A new one, since each history leaves its windows. */
async function createInstitute() {
  app = await createTestApp()
  const admin = withReauthentication(await app.createAdmin())
  const ids: string[] = []
  for (let n = 0; n < studentCount; n++) ids.push((await createStudent(app, `Student ${n}`)).id)
  const batchIds = {
    A: (await createBatch(admin, [], { name: 'A' }))._id,
    B: (await createBatch(admin, [], { name: 'B' }))._id,
  }
  return { admin, ids, batchIds }
}

type History = {
  readonly admin: TestClient
  readonly ids: readonly string[]
  readonly batchIds: Readonly<Record<string, string>>
  readonly events: readonly Event[]
  readonly seen: Map<string, number>
}

async function playHistory({ admin, ids, batchIds, events, seen }: History) {
  const { _id: testId } = await createReleasedExam(admin, { duration: 700 })
  for (const id of Object.values(batchIds)) {
    await admin.request(removeBatchStudents, { params: { id }, body: { studentIds: [...ids] } })
  }
  const model = createRegisterModel(
    ids.map((id) => ({ id, batches: new Map(), deletedAt: null, attempt: null })),
    app.clock.at,
  )
  const world = createWorld({ admin, testId, batchIds, model })
  await world.run({ type: 'join', batch: 'A', some: [0, 1, 2] })
  const times = { opens: 0, length: 40, entry: 20 }
  await world.run({ type: 'open', batch: 'A', times })
  for (const [place, one] of events.entries()) {
    await world.run(one)
    if (place % 3 === 2) await world.compare(seen, one)
  }
  await world.run({ type: 'wait', minutes: 150 })
  await world.compare(seen, 'the end')
  await admin.request(restoreStudents, { body: { ids: [...ids] } })
}

type World = {
  readonly admin: TestClient
  readonly testId: string
  readonly batchIds: Readonly<Record<string, string>>
  readonly model: RegisterModel
}

function createWorld({ admin, testId, batchIds, model }: World) {
  const { deps } = app
  const places = createPlaceLog(deps)
  const caller = { ip: '127.0.0.1', headers: {}, cookies: {} }
  const attemptIds = new Map<string, string>()
  const toInstant = (at: number) => new Date(at).toISOString()
  const getStudent = (at: number) => model.students[at] ?? expect.unreachable(`${at}`)
  const toIds = (some: readonly number[]) => some.map((at) => getStudent(at).id)
  const seats = createSeatModel(model)
  const find = (at: number) => model.windows[at % Math.max(1, model.windows.length)]

  function toTimes({ opens, length, entry }: Times) {
    const opensAt = model.getNow() + opens * minute
    const closesAt = opensAt + length * minute
    const latestEntryAt = entry === null ? null : Math.min(opensAt + entry * minute, closesAt)
    return { opensAt, closesAt, latestEntryAt }
  }
  const toBody = ({ opensAt, closesAt, latestEntryAt }: ReturnType<typeof toTimes>) => ({
    opensAt: toInstant(opensAt),
    closesAt: toInstant(closesAt),
    latestEntryAt: latestEntryAt === null ? null : toInstant(latestEntryAt),
  })

  function keep(id: string, own: Pick<ModelWindow, 'batch' | 'named'>, at: Times) {
    if (model.windows.some((window) => window.id === id)) return
    const rest = { isRemoved: false, isClosed: false, fixed: new Map(), excused: new Set<string>() }
    model.windows.push({ id, ...toTimes(at), ...own, ...rest })
  }

  async function run(event: Event): Promise<void> {
    model.fix()
    await play(event)
    model.fix()
    seats.follow()
  }

  async function play(event: Event): Promise<void> {
    switch (event.type) {
      case 'wait': {
        for (let left = event.minutes; left > 0; left -= 10) {
          app.advanceClock(Math.min(10, left) * minute)
          model.wait(Math.min(10, left))
          await reconcileRegisters(deps)
          seats.follow()
        }
        return
      }
      case 'sweep':
        await reconcileRegisters(deps)
        return reconcileSeats(deps)
      case 'rooms': {
        const window = find(event.place)
        if (!window || window.isRemoved) return
        const body = { rooms: [...event.rooms] }
        const { status } = await admin.request(updateExamWindow, {
          params: { id: window.id },
          body,
        })
        if (status === 200) seats.setRooms(window, event.rooms)
        return
      }
      case 'open': {
        const named = toIds(event.named ?? [])
        const audience = event.batch
          ? { kind: 'batch' as const, batchId: batchIds[event.batch] ?? '' }
          : { kind: 'students' as const, studentIds: named }
        const body = { audience, ...toBody(toTimes(event.times)) }
        const { status, json } = await admin.request(addExamWindow, { params: { testId }, body })
        if (status === 201)
          keep(json.window._id, { batch: event.batch ?? null, named }, event.times)
        return
      }
      case 'make-up': {
        const body = toBody(toTimes(event.times))
        const { status, json } = await admin.request(openMakeUpWindow, { params: { testId }, body })
        if (status !== 201) return
        const rows = await deps.db.read
          .selectFrom('exam_window_students')
          .select('student_id')
          .where('window_id', '=', json.window._id)
          .execute()
        const named = rows.map((row) => row.student_id)
        keep(json.window._id, { batch: null, named }, event.times)
        return
      }
      case 'change': {
        const window = find(event.place)
        if (!window || window.isRemoved) return
        const at = toTimes(event.times)
        const params = { id: window.id }
        const { status } = await admin.request(updateExamWindow, { params, body: toBody(at) })
        const isSame =
          at.opensAt === window.opensAt &&
          at.closesAt === window.closesAt &&
          at.latestEntryAt === window.latestEntryAt
        if (status === 200 && !isSame) model.changeWindow(window, at)
        return
      }
      case 'remove': {
        const window = find(event.place)
        if (!window || window.isRemoved) return
        const body = { without: 'open-to-everyone' as const }
        await admin.request(deleteExamWindow, { params: { id: window.id }, body })
        return model.removeWindow(window)
      }
      case 'start': {
        const own = getStudent(event.student)
        if (own.attempt || own.deletedAt !== null || model.windows.every((one) => one.isRemoved))
          return
        const input = {
          studentId: own.id,
          examId: testId,
          knownKinds: kindNames,
          acknowledgesWarnings: true,
          hasWindowGap: false,
          hasNoReloadPrompt: false,
          caller,
        }
        const started = await startQuiz(deps, places, input)
        if (isRefusal(started)) return
        attemptIds.set(own.id, started.attempt.id)
        own.attempt = { startedAt: app.clock.at, isFinished: false }
        return
      }
      case 'finish': {
        const own = getStudent(event.student)
        const attemptId = attemptIds.get(own.id)
        if (!attemptId || !own.attempt || own.deletedAt !== null) return
        const input = { studentId: own.id, attemptId, reason: undefined, answers: [], caller }
        await finishQuiz(deps, places, input)
        // One that was reopened and not resumed yet is not over by that.
        const { finished_at } = await deps.db.read
          .selectFrom('attempts')
          .select('finished_at')
          .where('id', '=', attemptId)
          .executeTakeFirstOrThrow()
        own.attempt.isFinished = finished_at !== null
        return
      }
      case 'reopen': {
        const own = getStudent(event.student)
        const attemptId = attemptIds.get(own.id)
        if (!attemptId || !own.attempt?.isFinished || own.deletedAt !== null) return
        const params = { attemptId }
        const { status } = await admin.request(reopenAttempt, { params, body: { why: 'Power' } })
        if (status === 200) own.attempt.isFinished = false
        return
      }
      case 'excuse':
      case 'take-back': {
        const window = find(event.place)
        const states = window && model.list(window)?.states
        if (!window || !states) return
        const params = { id: window.id }
        const studentIds = toIds(event.some)
        if (event.type === 'take-back') {
          await admin.request(revertExcuses, { params, body: { studentIds } })
          for (const id of studentIds) window.excused.delete(id)
          return
        }
        const body = { studentIds, reason: 'illness' as const }
        await admin.request(excuseStudents, { params, body })
        for (const id of studentIds)
          if (['absent', 'not-here'].includes(states[id] ?? '')) window.excused.add(id)
        return
      }
      case 'join':
      case 'leave': {
        const students = event.some.map(getStudent).filter(({ deletedAt }) => deletedAt === null)
        if (students.length === 0) return
        const call = event.type === 'join' ? addBatchStudents : removeBatchStudents
        const studentIds = students.map(({ id }) => id)
        await admin.request(call, {
          params: { id: batchIds[event.batch] ?? '' },
          body: { studentIds },
        })
        for (const { batches } of students) {
          if (event.type === 'leave') batches.delete(event.batch)
          else if (!batches.has(event.batch)) batches.set(event.batch, app.clock.at)
        }
        return
      }
      case 'delete': {
        const own = getStudent(event.student)
        const { status } = await admin.request(deleteStudents, { body: { ids: [own.id] } })
        if (status === 200 && own.deletedAt === null) own.deletedAt = app.clock.at
        return
      }
      case 'restore': {
        const own = getStudent(event.student)
        await admin.request(restoreStudents, { body: { ids: [own.id] } })
        own.deletedAt = null
        return
      }
    }
  }

  async function compare(seen: Map<string, number>, after: unknown) {
    const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
    model.fix()
    for (const window of model.windows) {
      const register = await findRegisterOfWindow(deps.db.read, window.id, app.clock.at)
      const found = register && {
        states: Object.fromEntries(register.students.map(({ id, state }) => [id, state])),
        deleted: register.deleted,
      }
      const expected = model.list(window)
      expect(found ?? null, JSON.stringify(after)).toEqual(expected)
      if (!expected || !register) continue
      const seated = register.students.map(
        ({ id, seat }) => [id, seat && formatSeat(seat)] as const,
      )
      const listed = Object.keys(expected.states)
      const ownSeats = seats.list(window)
      expect(Object.fromEntries(seated), JSON.stringify(after)).toEqual(
        Object.fromEntries(listed.map((id) => [id, ownSeats.get(id) ?? null])),
      )
      if (ownSeats.size > 0) note('seated')
      if (ownSeats.size > 0 && ownSeats.size < listed.length) note('no seat')
      for (const state of Object.values(expected.states)) note(state)
      if (expected.deleted > 0) note('deleted')
      if (window.isRemoved) note('removed')
    }
  }

  return { run, compare }
}
