import { afterEach, beforeEach, expect, it } from 'vitest'
import { startQuiz } from '#contract/attempts.ts'
import { listAuditEntries } from '#contract/audit-log.ts'
import { followMachineClock, getExamClock } from '#contract/exam-clock.ts'
import { decideIncidents, listIncidents } from '#contract/incidents.ts'
import { getAttemptClock } from '#contract/proctoring.ts'
import { kindNames } from '#core/questions/question.ts'
import { expireAttempts } from '#server/attempts/expire-attempts.ts'
import { startClock } from '#server/incidents/exam-clock/start-clock.ts'
import { createClockWatch } from '#server/incidents/exam-clock/watch-clock.ts'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { adminEmail, type TestApp, type TestClient, withReauthentication } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const minute = 60_000
const hour = 60 * minute
const begunAt = Date.UTC(2026, 10, 21, 4, 30)

/** The machine's clocks, each of which may be set. */
let wallAt: number
let upMs: number
let bootMs: number
let bootId: string
let host: string
let app: TestApp
let owner: TestClient

const openApp = (change: Partial<Parameters<typeof createTestApp>[0]> = {}) =>
  createTestApp({
    machine: {
      getWallTime: () => wallAt,
      getMonotonicMs: () => upMs,
      getBootMs: () => bootMs,
      bootId,
      host,
    },
    ...change,
  })

beforeEach(async () => {
  ;[wallAt, upMs, bootMs, bootId] = [begunAt, 1_000, 900_000, 'aaaaaaaa01']
  host = 'server-1'
  app = await openApp()
  await startClock(app.deps)
  owner = await app.createAdmin()
})
afterEach(() => app.close())

function passTime(ms: number) {
  wallAt += ms
  upMs += ms
  bootMs += ms
}

/** The server is killed and starts again, with its clocks as they are then. */
async function restart(change: () => void, { beats = true } = {}) {
  if (beats) await app.deps.heartbeat.beat()
  const { dataDir, schema } = app
  await app.close({ keep: true })
  change()
  app = await openApp({ dataDir, schema })
  await startClock(app.deps)
  const client = app.createClient()
  const body = { email: adminEmail, password: 'a long admin password' }
  await client.send('POST', '/api/auth/admin', { body })
  owner = withReauthentication(client)
}

const readClock = async () => (await owner.request(getExamClock)).json

async function readAttempts() {
  await expireAttempts(app.deps)
  const rows = await app.deps.db.read
    .selectFrom('attempts')
    .selectAll()
    .orderBy('ends_at', 'desc')
    .execute()
  const at = app.deps.now()
  return rows.map(({ ends_at, finished_at, paused_at }) => ({
    leftMs: ends_at - (paused_at ?? at),
    isClosed: finished_at !== null,
    isPaused: paused_at !== null,
  }))
}

async function begin(minutes = 30): Promise<{ student: TestStudent; attemptId: string }> {
  const { _id: testId } = await createReleasedExam(owner, { duration: minutes })
  const student = await createStudent(app)
  return { student, attemptId: (await startAttempt(student, testId)).attemptId }
}

const running = { isClosed: false, isPaused: false }

it('the exam clock follows the wall clock at once while no attempt runs, and reports the shift', async () => {
  const watch = createClockWatch(app.deps)
  wallAt += 2 * hour
  await watch()
  expect(app.deps.now()).toBe(wallAt)
  expect(await readClock()).toMatchObject({
    differenceMs: 0,
    state: 'agrees',
    lastShift: { byMs: 2 * hour, attempts: 0, cause: 'idle' },
  })
  wallAt -= 5 * hour
  await watch()
  expect(app.deps.now()).toBe(wallAt)
  expect((await readClock()).lastShift?.byMs).toBe(-5 * hour)
})

it.each([2 * hour, -5 * hour, 10 * minute])(
  'the exam clock ignores a jump of %i ms while an attempt runs, until an owner lets it follow',
  async (jumpMs) => {
    const { student, attemptId } = await begin()
    passTime(5 * minute)
    const watch = createClockWatch(app.deps)
    wallAt += jumpMs
    await watch()
    expect(await readAttempts()).toEqual([{ ...running, leftMs: 25 * minute }])
    expect(await readClock()).toMatchObject({ differenceMs: jumpMs, state: 'differs' })

    const followed = await owner.request(followMachineClock)
    expect(followed.json).toMatchObject({ byMs: jumpMs, attempts: 1 })
    await watch()
    expect(app.deps.now()).toBe(wallAt)
    expect(await readAttempts()).toEqual([{ ...running, leftMs: 25 * minute }])
    const clock = await student.request(getAttemptClock, { params: { attemptId } })
    expect(clock.json).toMatchObject({
      status: 'In progress',
      endsAt: new Date(wallAt + 25 * minute).toISOString(),
    })
    expect(await readClock()).toMatchObject({ state: 'agrees', lastShift: { attempts: 1 } })
    const [entry] = (await owner.request(listAuditEntries, { query: {} })).json
    expect(entry).toMatchObject({ action: 'clock.followed' })
    expect((await owner.request(followMachineClock)).json.code).toBe('clocks-agree')
  },
)

it('only an owner may move the exam clock', async () => {
  const teacher = await app.createStaff('teacher')
  wallAt += hour
  expect((await teacher.request(getExamClock)).json.state).toBe('differs')
  expect((await teacher.request(followMachineClock)).status).toBe(403)
})

it('a shift of the exam clock moves open windows and no others', async () => {
  await begin()
  const window = { audience: 'everyone', ends_at_closing: 0, created_at: begunAt } as const
  const exam = await app.deps.db.read.selectFrom('exams').select('id').executeTakeFirstOrThrow()
  const rows = [
    { id: 'open', opens_at: begunAt - hour, closes_at: begunAt + hour },
    { id: 'coming', opens_at: begunAt + hour, closes_at: begunAt + 3 * hour },
  ].map((times) => ({
    ...window,
    exam_id: exam.id,
    latest_entry_at: null,
    batch_id: null,
    ...times,
  }))
  await app.deps.db.write((tx) => tx.insertInto('exam_windows').values(rows).execute())
  wallAt += 2 * hour
  await owner.request(followMachineClock)
  const moved = await app.deps.db.read
    .selectFrom('exam_windows')
    .selectAll()
    .orderBy('id')
    .execute()
  expect(moved.map(({ id, closes_at }) => [id, closes_at - wallAt])).toEqual([
    ['coming', hour],
    ['open', hour],
  ])
})

it.each([2 * hour, -5 * hour])(
  'a start on the same boot moves deadlines by a clock jump of %i ms',
  async (jumpMs) => {
    await begin()
    passTime(5 * minute)
    await restart(() => {
      passTime(20_000)
      wallAt += jumpMs
      upMs = 50
    })
    expect(app.deps.now()).toBe(wallAt)
    expect(await readAttempts()).toEqual([{ ...running, leftMs: 25 * minute - 20_000 }])
    expect(await readClock()).toMatchObject({
      state: 'agrees',
      lastShift: { byMs: jumpMs, attempts: 1, cause: 'start' },
    })
  },
)

it.each([2 * hour, -5 * hour])(
  'a server killed right after a shift of %i ms moves nothing twice',
  async (jumpMs) => {
    await begin()
    await app.deps.heartbeat.beat()
    const change = [
      () => {},
      () => {
        ;[upMs, bootMs, bootId] = [40, 30_000, 'bbbbbbbb02']
      },
    ]
    for (const [index, reboot] of change.entries()) {
      wallAt += jumpMs
      expect((await owner.request(followMachineClock)).json).toMatchObject({ attempts: 1 })
      await restart(reboot, { beats: false })
      expect(await readAttempts(), `restart ${index}`).toEqual([
        { ...running, leftMs: 30 * minute },
      ])
      expect(await readClock()).toMatchObject({ state: 'agrees', lastShift: { cause: 'owner' } })
    }
    const groups = (await owner.request(listIncidents, { query: {} })).json
    const lostMs = groups.flatMap(({ members }) => members.map((member) => member.lostMs))
    expect(lostMs).toEqual([0])
  },
)

it('attempts keep their time left while the machine sleeps, also over a restart', async () => {
  await begin()
  wallAt += 10 * minute
  bootMs += 10 * minute
  await createClockWatch(app.deps)()
  expect((await readClock()).differenceMs).toBe(10 * minute)
  await restart(() => {})
  expect(await readAttempts()).toEqual([{ ...running, leftMs: 30 * minute }])
})

it('a power cut closes no attempt, and a decision gives the time back', async () => {
  await begin(30)
  await begin(5)
  passTime(minute)
  await restart(() => {
    wallAt += 10 * minute
    ;[upMs, bootMs, bootId] = [40, 30_000, 'bbbbbbbb02']
  })
  expect(await readAttempts()).toEqual([
    { ...running, leftMs: 19 * minute },
    { isClosed: false, isPaused: true, leftMs: 0 },
  ])
  const groups = (await owner.request(listIncidents, { query: {} })).json
  expect(groups).toMatchObject([
    { kind: 'offline', proposed: 'reopened' },
    { kind: 'offline', proposed: 'reopened' },
  ])
  for (const [index, { _id: groupId, members }] of groups.entries()) {
    const incidents = members.map(({ _id, attemptId }) => ({ _id, attemptId }))
    const decision = { decisionId: `d${index}`, groupId, incidents, why: 'Power cut' }
    await owner.request(decideIncidents, { body: { ...decision, outcome: 'reopened' } })
  }
  expect(await readAttempts()).toEqual([
    { ...running, leftMs: 29 * minute },
    { ...running, leftMs: 4 * minute },
  ])
})

it('a power cut is one incident for all students of an exam', async () => {
  const { _id: testId } = await createReleasedExam(owner)
  for (let n = 0; n < 3; n++) await startAttempt(await createStudent(app), testId)
  await restart(() => {
    wallAt += 10 * minute
    ;[upMs, bootMs, bootId] = [40, 30_000, 'bbbbbbbb02']
  })
  const groups = (await owner.request(listIncidents, { query: {} })).json
  expect(groups.map(({ members }) => members.length)).toEqual([3])
})

it('a server whose clock is behind closes no attempt until an owner accepts the clock', async () => {
  await begin(5)
  await restart(() => {
    wallAt -= 2 * hour
    ;[upMs, bootMs, bootId] = [40, 30_000, 'bbbbbbbb02']
  })
  const watch = createClockWatch(app.deps)
  passTime(6 * minute)
  await watch()
  expect(await readClock()).toMatchObject({ state: 'behind', differenceMs: -2 * hour })
  expect((await readAttempts()).map(({ isClosed }) => isClosed)).toEqual([false])
  expect(app.deps.clock.isHeld()).toBe(true)
  await owner.request(followMachineClock)
  await watch()
  expect(await readClock()).toMatchObject({ state: 'agrees', differenceMs: 0 })
  expect(app.deps.clock.isHeld()).toBe(false)
})

it('the exam clock continues by itself once a clock that was behind has caught up', async () => {
  await begin(30)
  await restart(() => {
    wallAt -= 2 * hour
    ;[upMs, bootMs, bootId] = [40, 30_000, 'bbbbbbbb02']
  })
  const watch = createClockWatch(app.deps)
  passTime(minute)
  await watch()
  expect((await readClock()).state).toBe('behind')
  wallAt += 2 * hour + 3 * minute
  await watch()
  expect(await readClock()).toMatchObject({ state: 'agrees', lastShift: { cause: 'caught-up' } })
  expect(app.deps.now()).toBe(wallAt)
  expect(await readAttempts()).toEqual([{ ...running, leftMs: 29 * minute }])
})

it('nobody can start a test while the clock is behind', async () => {
  const { _id: testId } = await createReleasedExam(owner)
  const student = await createStudent(app)
  const start = async () =>
    (await student.request(startQuiz, { params: { testId }, body: { kinds: kindNames } })).json
  app.deps.clock.setHeld(true)
  expect(await start()).toMatchObject({ code: 'clock-behind' })
  app.deps.clock.setHeld(false)
  expect(await start()).toHaveProperty('quizAttemptId')
})

it('two machines whose clocks differ by a minute agree on the exam time', async () => {
  if (app.deps.db.engine === 'sqlite') return
  await begin()
  await app.deps.heartbeat.beat()
  const first = { wallAt, upMs, bootMs, bootId, host }
  ;[upMs, bootMs, bootId, host] = [700, 50_000, 'bbbbbbbb02', 'server-2']
  wallAt += minute
  const own = { wallAt, upMs, bootMs }
  const second = await openApp({
    dataDir: app.dataDir,
    schema: app.schema,
    machine: {
      getWallTime: () => own.wallAt,
      getMonotonicMs: () => own.upMs,
      getBootMs: () => own.bootMs,
      bootId,
      host,
    },
  })
  ;({ wallAt, upMs, bootMs, bootId, host } = first)
  await startClock(second.deps)
  const [watchFirst, watchSecond] = [app, second].map(({ deps }) => createClockWatch(deps))
  await second.deps.heartbeat.beat()
  await watchFirst?.()
  await watchSecond?.()
  expect(Math.abs(second.deps.now() - app.deps.now())).toBeLessThan(2_000)
  expect(Math.abs(second.deps.clock.getDifferenceMs() - minute)).toBeLessThan(2_000)

  // An owner at the second one, then everybody follows it.
  const owner = second.createClient()
  const body = { email: adminEmail, password: 'a long admin password' }
  await owner.send('POST', '/api/auth/admin', { body })
  expect((await owner.request(followMachineClock)).json).toMatchObject({ attempts: 1 })
  await watchFirst?.()
  expect(Math.abs(second.deps.now() - app.deps.now())).toBeLessThan(2_000)
  expect(app.deps.clock.getDifferenceMs()).toBeLessThan(-minute + 2_000)
  expect(await readAttempts()).toMatchObject([running])
  await second.close({ keep: true })
})
