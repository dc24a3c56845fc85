import { afterEach, describe, expect, it } from 'vitest'
import { studentLogin } from '#contract/accounts.ts'
import { finishQuiz, getQuestions, startQuiz, submitAnswer } from '#contract/attempts.ts'
import { listAuditEntries } from '#contract/audit-log.ts'
import * as contract from '#contract/incidents.ts'
import { formatInstituteDay } from '#contract/institute-clock.ts'
import { applyAction } from '#contract/live.ts'
import * as proctoring from '#contract/proctoring.ts'
import { listOwnAttempts } from '#contract/results.ts'
import type { Outcome } from '#core/proctoring/incident-outcomes.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import {
  createReleasedExam,
  createStudent,
  startAttempt,
  studentPassword,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const second = 1_000
const minute = 60 * second
let app: TestApp
let admin: TestClient
afterEach(() => app.close())

type Seat = { readonly student: TestStudent; readonly attemptId: string; readonly testId: string }

async function setUp(size: number, integrityMode: 'strict' | 'warn' | 'observe' = 'strict') {
  app = await createTestApp()
  admin = await app.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, { integrityMode, attemptsAllowed: 1 })
  const seats: Seat[] = []
  for (let n = 0; n < size; n++) {
    const student = await createStudent(app, `Student ${n}`)
    const { attemptId } = await startAttempt(student, testId)
    seats.push({ student, attemptId, testId })
  }
  return { testId, seats }
}

const poll = async ({ student, attemptId }: Seat) =>
  (await student.request(proctoring.getAttemptClock, { params: { attemptId } })).json

async function report({ student, attemptId }: Seat, kind: EventKind, at = app.clock.at) {
  const body = { kind, at: new Date(at).toISOString() }
  const { json } = await student.request(proctoring.reportEvent, { params: { attemptId }, body })
  return json
}

const list = async (query: Parameters<typeof request>[0] = {}) => (await request(query)).json
const request = (query: {
  state?: 'open' | 'decided' | 'all'
  testId?: string
  days?: number
  decidedOn?: string
  limit?: number
  offset?: number
}) => admin.request(contract.listIncidents, { query })

let decisions = 0
function decide(
  { _id: groupId, members }: contract.IncidentGroup,
  outcome: Outcome,
  overrides: { decisionId?: string; by?: TestClient } = {},
) {
  const { decisionId = `decision-${++decisions}`, by = admin } = overrides
  const incidents = members
    .filter(({ decision }) => decision === null)
    .map(({ _id, attemptId }) => ({ _id, attemptId }))
  const body = { decisionId, groupId, incidents, outcome, why: 'Network' }
  return by.request(contract.decideIncidents, { body })
}

const openDevtools = (seat: Seat) => report(seat, 'devtools')

async function findGroup() {
  const [group] = await list()
  if (!group) throw new Error('Nothing has happened')
  return group
}

const getOwn = async ({ student, attemptId }: Seat) =>
  (await student.request(listOwnAttempts)).json.find(({ _id }) => _id === attemptId)

describe('a network outage of 90 s for 60 students', () => {
  it('is one incident, and one decision gives all the time back to the millisecond', async () => {
    const { testId, seats } = await setUp(60)
    app.advanceClock(40 * second)
    const deadlines = new Map<string, number>()
    const lastContactAt = new Map<string, number>()
    for (const seat of seats) {
      app.advanceClock(100)
      deadlines.set(seat.attemptId, Date.parse((await poll(seat)).endsAt))
      lastContactAt.set(seat.attemptId, app.clock.at)
    }
    const cutAt = app.clock.at
    // Two are wired and go on.
    for (let n = 0; n < 9; n++) {
      app.advanceClock(10 * second)
      for (const seat of seats.slice(58)) await poll(seat)
    }
    for (const [place, seat] of seats.slice(0, 58).entries()) {
      // In seven browsers the lost line closed the page, which strict mode takes for leaving.
      if (place % 8 === 0 && place < 56) await report(seat, 'refresh', cutAt + 62 * second)
      else await poll(seat)
    }
    const backAt = app.clock.at

    const [group, ...rest] = await list({ testId })
    expect(rest).toEqual([])
    expect(group).toMatchObject({ kind: 'offline', running: 60, proposed: 'reopened' })
    expect(group?.members).toHaveLength(58)
    expect(group?.members.filter(({ ended }) => ended)).toHaveLength(7)
    for (const { attemptId, at, durationMs } of group?.members ?? []) {
      expect(Date.parse(at)).toBe(lastContactAt.get(attemptId))
      expect(durationMs).toBe(backAt - Date.parse(at))
    }

    app.advanceClock(4 * minute)
    const decided = await decide(group as contract.IncidentGroup, 'reopened')
    expect(decided.json).toMatchObject({ message: '58 attempts decided.', left: [] })
    expect(decided.json.decided).toHaveLength(58)

    const [after] = await list({ state: 'decided' })
    expect(after).toMatchObject({ _id: group?._id, isDecided: true })
    expect(await list({ state: 'open' })).toEqual([])

    for (const [place, seat] of seats.entries()) {
      const { attemptId, student } = seat
      const deadline = deadlines.get(attemptId) ?? 0
      const contactAt = lastContactAt.get(attemptId) ?? 0
      const isEnded = place < 56 && place % 8 === 0
      // The clock of a reopened attempt starts when its student is back.
      if (isEnded) await student.request(startQuiz, { params: { testId } })
      const endsAt = Date.parse((await poll(seat)).endsAt)
      if (place >= 58) expect(endsAt).toBe(deadline)
      else if (isEnded) expect(endsAt - app.clock.at).toBe(deadline - contactAt)
      else expect(endsAt).toBe(deadline + backAt - contactAt)
    }
  })
})

const act = ({ testId }: Pick<Seat, 'testId'>, kind: 'pause' | 'resume') =>
  admin.request(applyAction, { params: { testId }, body: { kind, reason: 'power-cut' } })
const undoDecision = (decisionId: string) =>
  admin.request(contract.revertDecision, { body: { decisionId, why: 'A slip' } })

it('the time given back for an outage excludes a pause', async () => {
  const { testId, seats } = await setUp(2)
  const [one, two] = seats as [Seat, Seat]
  await poll(one)
  app.advanceClock(20 * second)
  await act({ testId }, 'pause')
  app.advanceClock(7 * minute)
  await act({ testId }, 'resume')
  app.advanceClock(30 * second)
  const before = Date.parse((await poll(one)).endsAt)
  await poll(two)
  const group = await findGroup()
  expect(group.members.map(({ lostMs }) => lostMs)).toEqual([50 * second, 50 * second])
  await decide(group, 'reopened')
  expect(Date.parse((await poll(one)).endsAt)).toBe(before + 50 * second)
})

describe('a decision during a pause', () => {
  it('gives time back in addition to the pause, and changes no time when it is reverted', async () => {
    const { seats } = await setUp(1)
    const seat = seats[0] as Seat
    app.advanceClock(190 * second)
    const before = Date.parse((await poll(seat)).endsAt)
    const leftMs = before - app.clock.at
    await act(seat, 'pause')
    app.advanceClock(5 * minute)
    const left = async () => Date.parse((await poll(seat)).endsAt) - app.clock.at

    for (const outcome of ['kept', 'voided', 'new-attempt'] as const) {
      const { json } = await decide(await findGroup(), outcome)
      expect(json.left).toMatchObject([{ because: 'running' }])
    }
    await decide(await findGroup(), 'no-consequence', { decisionId: 'none' })
    expect((await undoDecision('none')).json.opened).toBe(1)
    expect(await left()).toBe(leftMs)
    await decide(await findGroup(), 'reopened', { decisionId: 'given' })
    expect((await undoDecision('given')).json.opened).toBe(0)
    expect(await left()).toBe(leftMs + 190 * second)
    expect((await poll(seat)).paused).toBeDefined()
    const pauses = app.deps.db.read.selectFrom('attempt_events').select('duration_ms')
    expect(await pauses.where('kind', '=', 'pause').execute()).toEqual([{ duration_ms: null }])

    app.advanceClock(2 * minute)
    await act(seat, 'resume')
    expect(Date.parse((await poll(seat)).endsAt)).toBe(before + 190 * second + 7 * minute)
    expect(await findGroup()).toMatchObject({ isDecided: true })
  })

  it('keeps the time left and the answers of a reopened attempt', async () => {
    const { testId, seats } = await setUp(1)
    const seat = seats[0] as Seat
    const { student, attemptId } = seat
    const paper = (await student.request(getQuestions, { params: { testId } })).json
    const body = { questionId: paper.questions[0]?._id ?? '', selectedOption: 0 }
    await student.request(submitAnswer, { params: { attemptId, testId }, body })
    app.advanceClock(40 * second)
    const leftMs = Date.parse((await poll(seat)).endsAt) - app.clock.at
    await openDevtools(seat)
    await decide(await findGroup(), 'reopened', { decisionId: 'reopened' })
    app.advanceClock(minute)
    await act(seat, 'pause')
    app.advanceClock(7 * minute)
    expect((await undoDecision('reopened')).json.opened).toBe(0)
    await act(seat, 'resume')
    app.advanceClock(minute)
    await student.request(startQuiz, { params: { testId } })
    expect(Date.parse((await poll(seat)).endsAt) - app.clock.at).toBe(leftMs)
    expect((await findGroup()).members[0]).toMatchObject({ status: 'running', answered: 1 })
  })
})

describe('the list', () => {
  it('has clusters first, then single incidents, newest first', async () => {
    const { seats } = await setUp(4, 'warn')
    const [one, two, three, four] = seats as [Seat, Seat, Seat, Seat]
    await report(one, 'back')
    await report(two, 'back')
    app.advanceClock(minute)
    await report(three, 'devtools')
    app.advanceClock(minute)
    await report(four, 'hidden')
    const groups = await list()
    expect(groups.map(({ kind, members }) => [kind, members.length])).toEqual([
      ['back', 2],
      ['left', 1],
      ['devtools', 1],
    ])
    expect((await request({ limit: 1, offset: 1 })).json).toMatchObject([{ kind: 'left' }])
    expect((await request({ limit: 1 })).headers['x-total-count']).toBe('3')
    const { json } = await admin.request(contract.countIncidents, { query: {} })
    expect(json).toEqual({ open: 3, decided: 0 })
    app.advanceClock(8 * 24 * 60 * minute)
    admin = await app.createStaff('teacher')
    expect(await list()).toEqual([])
    expect(await list({ days: 30 })).toHaveLength(3)
  })

  it('finds the incidents among 10,000 events within 5 s', async () => {
    const { seats } = await setUp(1, 'warn')
    const { attemptId } = seats[0] as Seat
    const start = app.clock.at
    await app.deps.db.write(async (tx) => {
      for (let n = 0; n < 10_000; n += 500) {
        const rows = Array.from({ length: 500 }, (_, place) => {
          const at = start + (n + place) * 7 * second
          const event = { id: `e${n + place}`, attempt_id: attemptId, kind: 'back' as const }
          return { ...event, at, received_at: at, told_at: at, duration_ms: null }
        })
        await tx.insertInto('attempt_events').values(rows).execute()
      }
    })
    app.advanceClock(10_000 * 7 * second)
    const startedAt = performance.now()
    const { headers } = await request({ limit: 50 })
    expect(headers['x-total-count']).toBe('10000')
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})

describe('a silence of one student alone', () => {
  it('is an incident from 3 minutes on, for staff and student', async () => {
    const { seats } = await setUp(2)
    const [one, two] = seats as [Seat, Seat]
    for (let n = 0; n < 12; n++) {
      app.advanceClock(15 * second)
      await poll(two)
    }
    app.advanceClock(-second)
    await poll(one)
    expect(await list()).toEqual([])
    expect((await getOwn(one))?.incident).toBeUndefined()
    app.advanceClock(5 * second)
    await poll(one)
    for (let n = 0; n < 12; n++) {
      app.advanceClock(15 * second)
      await poll(two)
    }
    await poll(one)
    expect(await list()).toMatchObject([{ kind: 'offline', members: [{ durationMs: 3 * minute }] }])
    expect((await getOwn(one))?.incident).toMatchObject({ kind: 'offline' })
  })

  it('is an incident if another student was silent at the time, and both may comment', async () => {
    const { seats } = await setUp(2)
    app.advanceClock(100 * second)
    for (const seat of seats) await poll(seat)
    expect(await list()).toMatchObject([{ kind: 'offline', running: 2 }])
    for (const seat of seats)
      expect((await getOwn(seat))?.incident).toMatchObject({ canWriteUntil: expect.any(String) })
  })

  it('is an incident if the page was loaded again', async () => {
    const { seats } = await setUp(1)
    const { student, testId } = seats[0] as Seat
    app.advanceClock(100 * second)
    await student.request(getQuestions, { params: { testId } })
    expect(await list()).toMatchObject([{ kind: 'offline' }])
  })
})

describe('a decision', () => {
  it('skips attempts that it does not fit, and names their students', async () => {
    const { seats } = await setUp(3)
    for (const seat of seats) await openDevtools(seat)
    const [first] = seats as [Seat]
    await admin.request(proctoring.reopenAttempt, {
      params: { attemptId: first.attemptId },
      body: { why: 'By hand' },
    })
    const group = await findGroup()
    const own = group.members.find(({ studentName }) => studentName === 'Student 0')
    expect(own?.misfits).toMatchObject({ reopened: 'running', voided: 'running' })
    const { json } = await decide(group, 'reopened')
    expect(json.message).toBe('2 attempts decided. 1 stays open.')
    expect(json.left).toMatchObject([{ studentName: 'Student 0', because: 'running' }])
    expect(await findGroup()).toMatchObject({ _id: group._id, isDecided: false })
  })

  it('is applied once if it is sent again, and refused from a second person', async () => {
    const { seats } = await setUp(2)
    for (const seat of seats) await openDevtools(seat)
    const group = await findGroup()
    const first = await decide(group, 'reopened', { decisionId: 'once' })
    const again = await decide(group, 'reopened', { decisionId: 'once' })
    expect(again.json.decided.toSorted()).toEqual(first.json.decided.toSorted())
    const other = await app.createStaff('teacher')
    expect((await decide(group, 'kept', { by: other })).json).toMatchObject({
      code: 'incident-decided',
    })
    const { json } = await admin.request(listAuditEntries, { query: {} })
    expect(json.filter(({ action }) => action === 'attempt.reopened')).toHaveLength(2)
    // Words about two students are kept with neither.
    const words = app.deps.db.read.selectFrom('audit_values').select('value')
    expect(await words.where('name', '=', 'why').execute()).toEqual([])
  })

  it('by two people at once is applied once', async () => {
    const { seats } = await setUp(2)
    for (const seat of seats) await openDevtools(seat)
    const group = await findGroup()
    const other = await app.createStaff('teacher')
    const replies = await Promise.all([
      decide(group, 'new-attempt'),
      decide(group, 'new-attempt', { by: other }),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    for (const { student, testId } of seats) {
      expect((await student.request(startQuiz, { params: { testId } })).status).toBe(201)
      await student.request(getQuestions, { params: { testId } })
    }
  })

  it('is shown with its time and reason, and audited', async () => {
    const { seats } = await setUp(1)
    await openDevtools(seats[0] as Seat)
    await decide(await findGroup(), 'kept')
    expect((await findGroup()).members[0]?.decision).toMatchObject({
      outcome: 'kept',
      why: 'Network',
      givenMs: null,
      at: new Date(app.clock.at).toISOString(),
    })
    const { json } = await admin.request(listAuditEntries, { query: {} })
    const entry = json.find(({ action }) => action === 'incident.kept')
    expect(entry).toMatchObject({ values: { why: 'Network' }, about: [{}] })
  })

  it('can be reverted if it changed nothing, but not if it reopened the attempt', async () => {
    const { seats } = await setUp(1)
    await openDevtools(seats[0] as Seat)
    await decide(await findGroup(), 'kept', { decisionId: 'kept' })
    expect((await undoDecision('kept')).json).toEqual({
      message: '1 attempt open again.',
      opened: 1,
    })
    expect((await undoDecision('kept')).json.opened).toBe(0)
    const log = (await admin.request(listAuditEntries, { query: {} })).json
    expect(log.filter(({ action }) => action === 'incident.taken-back')).toMatchObject([
      { values: { why: 'A slip' } },
    ])
    await decide(await findGroup(), 'reopened', { decisionId: 'reopened' })
    expect((await undoDecision('reopened')).json.opened).toBe(0)
    expect(await findGroup()).toMatchObject({ isDecided: true })
  })
})

describe('single incidents of several tests', () => {
  const choose = (groups: readonly contract.IncidentGroup[]) =>
    groups.flatMap(({ members }) => members.map(({ _id, attemptId }) => ({ _id, attemptId })))
  const decideTogether = (
    groups: readonly contract.IncidentGroup[],
    outcome: Outcome,
    decisionId: string,
  ) => {
    const body = { decisionId, incidents: choose(groups), outcome, why: 'Noise' }
    return admin.request(contract.decideIncidents, { body })
  }

  async function setUpTwoTests() {
    const { seats } = await setUp(2)
    const { _id: testId } = await createReleasedExam(admin, { title: 'Another' })
    const { student } = seats[1] as Seat
    for (const seat of seats) {
      await openDevtools(seat)
      app.advanceClock(minute)
    }
    const { attemptId } = await startAttempt(student, testId)
    await openDevtools({ student, attemptId, testId })
    return list({ state: 'open' })
  }

  it('are decided together and reverted together, and each says how many there were', async () => {
    const groups = await setUpTwoTests()
    expect(new Set(groups.map(({ testId }) => testId)).size).toBe(2)
    const { json } = await decideTogether(groups, 'no-consequence', 'together')
    expect(json).toMatchObject({ message: '3 attempts decided.', left: [] })
    const again = await decideTogether(groups, 'no-consequence', 'together')
    expect(again.json.decided.toSorted()).toEqual(json.decided.toSorted())
    const decided = (await list({ state: 'decided' })).flatMap(({ members }) => members)
    expect(decided.map(({ decision }) => decision?.together)).toEqual([3, 3, 3])
    const today = formatInstituteDay(app.clock.at)
    expect(await list({ decidedOn: today })).toHaveLength(3)
    expect(await list({ decidedOn: '2020-01-31' })).toEqual([])
    expect((await undoDecision('together')).json.opened).toBe(3)
    expect(await list({ decidedOn: today })).toEqual([])
    expect(await list({ state: 'open' })).toHaveLength(3)
  })

  it('keep a colleague’s earlier decision, and name its student', async () => {
    const groups = await setUpTwoTests()
    const faster = groups[1] as contract.IncidentGroup
    await decide(faster, 'voided', { by: await app.createStaff('teacher') })
    const { json } = await decideTogether(groups, 'no-consequence', 'together')
    expect(json.message).toBe('2 attempts decided. 1 was decided before.')
    const [member] = faster.members
    expect(json.left).toEqual([
      { _id: member?._id, studentName: member?.studentName, because: 'decided' },
    ])
    const outcomes = (await list({ state: 'decided' })).map(({ members }) => [
      members[0]?._id,
      members[0]?.decision?.outcome,
    ])
    expect(Object.fromEntries(outcomes)[member?._id ?? '']).toBe('voided')
  })

  it('are refused together if one is unknown, and can be decided anew after a revert', async () => {
    const groups = await setUpTwoTests()
    const unknown = [{ ...groups[0], members: [{ ...groups[0]?.members[0], _id: 'nothing' }] }]
    const all = [...groups, ...unknown] as contract.IncidentGroup[]
    const refused = await decideTogether(all, 'reopened', 'refused')
    expect(refused.json).toMatchObject({ code: 'incident-not-found' })
    expect(await list({ state: 'open' })).toHaveLength(3)
    await decideTogether(groups.slice(0, 1), 'voided', 'void')
    await undoDecision('void')
    const { json } = await decideTogether(groups, 'reopened', 'reopened')
    expect(json.decided).toHaveLength(3)
  })
})

describe('an incident in the student’s panel', () => {
  const say = ({ student, attemptId }: Seat, incidentId: string, text: string) =>
    student.request(contract.writeStatement, { params: { attemptId }, body: { incidentId, text } })

  it('takes one statement from its own student, shown to staff as written', async () => {
    const { seats } = await setUp(2)
    const [one, two] = seats as [Seat, Seat]
    await openDevtools(one)
    app.advanceClock(minute)
    await openDevtools(two)
    const incident = (await getOwn(one))?.incident
    expect(incident).toMatchObject({ kind: 'devtools', statement: null, outcome: null })
    const id = incident?._id ?? ''
    const text = '<b>I pressed F12</b> & closed it'
    expect((await say(one, id, 'x'.repeat(201))).status).toBe(400)
    expect((await say(one, id, text)).status).toBe(200)
    expect((await say(one, id, text)).status).toBe(200)
    expect((await say(one, id, 'Another')).json).toMatchObject({ code: 'statement-written' })
    expect((await say(two, id, 'Not mine')).json).toMatchObject({ code: 'incident-not-found' })
    const members = (await list()).flatMap((group) => group.members)
    expect(members.map(({ statement }) => statement?.text)).toContain(text)
    expect((await getOwn(one))?.incident).toMatchObject({ statement: text, canWriteUntil: null })
  })

  it('takes no statement after 24 h', async () => {
    const { seats } = await setUp(1)
    const seat = seats[0] as Seat
    await openDevtools(seat)
    const id = (await getOwn(seat))?.incident?._id ?? ''
    app.advanceClock(24 * 60 * minute)
    const body = { email: seat.student.email, password: studentPassword }
    await seat.student.request(studentLogin, { body })
    expect((await say(seat, id, 'Late')).json).toMatchObject({ code: 'statement-too-late' })
  })

  it('shows the outcome and its reason, but not who decided', async () => {
    const { seats } = await setUp(1)
    const seat = seats[0] as Seat
    await openDevtools(seat)
    await decide(await findGroup(), 'kept')
    const own = await getOwn(seat)
    expect(own?.incident?.outcome).toEqual({
      outcome: 'kept',
      why: 'Network',
      at: new Date(app.clock.at).toISOString(),
    })
    expect(JSON.stringify(own)).not.toMatch(/admin@|"by"/)
  })

  it('is missing for a student who simply finished', async () => {
    const { seats } = await setUp(1)
    const { student, attemptId } = seats[0] as Seat
    await student.request(finishQuiz, { params: { attemptId }, body: {} })
    expect((await getOwn(seats[0] as Seat))?.incident).toBeUndefined()
    expect(await list()).toEqual([])
  })
})
