import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { putMessageAway } from '#contract/attempt-messages.ts'
import { finishQuiz, getQuestions, startQuiz, submitAnswer } from '#contract/attempts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { listExams, type StudentExam } from '#contract/exams.ts'
import { applyAction, undoLiveAction } from '#contract/live.ts'
import {
  getAttemptClock,
  listTimeAdjustments,
  reopenAttempt,
  reportEvent,
} from '#contract/proctoring.ts'
import { listExamAttempts } from '#contract/results.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { addRunningAttempts } from '#test/large-cohort.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { expireAttempts } from '../attempts/expire-attempts.ts'
import { applyDueActions } from './live-actions.ts'

const second = 1_000
const minute = 60 * second

let app: TestApp
let admin: TestClient
let testId: string

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  testId = (await createReleasedExam(admin, { duration: 30 }))._id
})
afterEach(() => app.close())

type Taker = Awaited<ReturnType<typeof startAttempt>> & { student: TestStudent }

async function begin(name = 'Priya Nair'): Promise<Taker> {
  const student = await createStudent(app, name)
  return { student, ...(await startAttempt(student, testId)) }
}

const act = (body: Partial<BodyOf<typeof applyAction>>, by = admin) =>
  by.request(applyAction, {
    params: { testId },
    body: { kind: 'pause', reason: 'power-cut', ...body },
  })
const undo = (actionId: string, by = admin) => by.request(undoLiveAction, { params: { actionId } })
const getClock = async ({ student, attemptId }: Taker) =>
  (await student.request(getAttemptClock, { params: { attemptId } })).json
const answer = ({ student, attemptId, paper }: Taker, place: number, sequence?: number) =>
  student.request(submitAnswer, {
    params: { attemptId, testId },
    body: {
      questionId: paper.questions[place]?._id ?? '',
      selectedOption: 0,
      ...(sequence !== undefined && { sequence }),
    },
  })
const secondsLeft = ({ endsAt, serverTime }: { endsAt: string; serverTime: string }) =>
  (Date.parse(endsAt) - Date.parse(serverTime)) / second

/** As after kill -9: nothing but the database is left. */
async function restart(takers: readonly Taker[]): Promise<Taker[]> {
  const { at } = app.clock
  await app.close({ keep: true })
  app = await createTestApp({ dataDir: app.dataDir, schema: app.schema })
  app.clock.at = at
  admin = createInProcessClient(app.fastify, admin.cookies)
  return takers.map((one) => {
    const client = createInProcessClient(app.fastify, one.student.cookies)
    return { ...one, student: { ...one.student, ...client } }
  })
}

describe('a pause of everybody', () => {
  it('moves 60 deadlines by 7:00 and loses no answer, also with a restart in it', async () => {
    let class60: Taker[] = []
    for (let n = 0; n < 60; n++) class60.push(await begin(`Student ${n}`))
    app.advanceClock(5 * minute)
    const pausedAt = app.clock.at
    const { json } = await act({})
    expect(json).toMatchObject({ done: 60, notDone: [], action: { state: 'done' } })
    for (const one of class60.slice(-3)) {
      const clock = await getClock(one)
      expect(clock).toMatchObject({ status: 'In progress', timeChanges: 1 })
      expect(clock.paused).toEqual({
        since: new Date(pausedAt).toISOString(),
        reason: 'Power cut',
      })
    }
    app.advanceClock(4 * minute)
    class60 = await restart(class60)
    // Chosen before the pause by a device that was offline: it counts at once.
    for (const one of class60) expect((await answer(one, 0, pausedAt - second)).status).toBe(200)
    const inPause = app.clock.at
    for (const one of class60) {
      const reply = await answer(one, 1, inPause)
      expect({ status: reply.status, code: reply.json.code }).toEqual({
        status: 409,
        code: 'attempt-paused',
      })
    }
    app.advanceClock(3 * minute)
    expect((await act({ kind: 'resume' })).json.done).toBe(60)
    for (const one of class60) {
      const clock = await getClock(one)
      expect(clock).not.toHaveProperty('paused')
      expect(secondsLeft(clock)).toBe(25 * 60)
      // The device has kept it, and sends it again.
      expect((await answer(one, 1, inPause)).json).toMatchObject({ answered: 2 })
    }
    const rows = await app.deps.db.read.selectFrom('answers').select('attempt_id').execute()
    expect(rows).toHaveLength(120)
  }, 60_000)

  it('keeps the time left for more than a day, and nothing closes the attempt', async () => {
    const one = await begin()
    app.advanceClock(20 * minute)
    await act({ reason: 'other', reasonText: 'Fire drill' })
    for (const waitMs of [11 * minute, 24 * 60 * minute]) {
      app.advanceClock(waitMs)
      await expireAttempts(app.deps)
      expect(secondsLeft(await getClock(one))).toBe(10 * 60)
      const [own] = (await one.student.request(listExams)).json as StudentExam[]
      expect(own?.attempt).toMatchObject({ status: 'In progress', paused: true, secondsLeft: 600 })
    }
    const { json: paper } = await one.student.request(getQuestions, { params: { testId } })
    // Own words are for staff.
    expect(paper.paused).toEqual({ since: expect.any(String) })
    expect(paper.ownDurationSeconds).toBe(30 * 60)
    const { json: again } = await one.student.request(startQuiz, { params: { testId } })
    expect(secondsLeft(again)).toBe(10 * 60)
    await act({ kind: 'resume' })
    expect((await getClock(one)).timeChanges).toBe(2)
    app.advanceClock(10 * minute + 15 * second + 1)
    expect((await getClock(one)).status).toBe('Completed')
  })

  it('lets neither an outdated page nor a violation end the attempt', async () => {
    testId = (await createReleasedExam(admin, { duration: 30, integrityMode: 'strict' }))._id
    const one = await begin()
    const { student, attemptId } = one
    app.advanceClock(minute)
    const leftAt = app.clock.at
    app.advanceClock(minute)
    await act({})
    app.advanceClock(minute)
    const finish = () => student.request(finishQuiz, { params: { attemptId }, body: {} })
    expect((await finish()).json.code).toBe('attempt-paused')
    const report = (kind: 'hidden' | 'online', at: number, durationMs?: number) =>
      student.request(reportEvent, {
        params: { attemptId },
        body: { kind, at: new Date(at).toISOString(), ...(durationMs && { durationMs }) },
      })
    expect((await report('hidden', app.clock.at)).json).toMatchObject({
      violations: 0,
      finished: false,
    })
    // Left before the pause, and reported in it.
    expect((await report('hidden', leftAt, 1)).json.finished).toBe(false)
    app.advanceClock(minute)
    const returnedAt = app.clock.at
    await act({ kind: 'resume' })
    app.advanceClock(20 * second)
    // Left in the pause, and reported after it.
    expect((await report('hidden', returnedAt - 10 * second, 5)).json.violations).toBe(0)
    expect((await report('online', app.clock.at)).json.finished).toBe(false)
    expect((await report('hidden', app.clock.at)).json).toMatchObject({
      violations: 1,
      finished: true,
    })
  })

  it('is applied where possible, and reports the skipped attempts with a reason', async () => {
    const running = await begin('Asha')
    const paused = await begin('Bela')
    await act({ attemptIds: [paused.attemptId] })
    const student = await createStudent(app, 'Chitra')
    const finished = await completeAttempt(student, testId, 1)
    const attemptIds = [running.attemptId, paused.attemptId, finished, 'nobody']
    const { json } = await act({ attemptIds })
    expect(json.done).toBe(1)
    expect(new Map(json.notDone.map(({ why, attemptIds: ids }) => [why, ids]))).toEqual(
      new Map([
        ['paused-already', [paused.attemptId]],
        ['not-running', [finished]],
        ['not-found', ['nobody']],
      ]),
    )
    expect((await act({ kind: 'resume' })).json).toMatchObject({ done: 2, notDone: [] })
  })

  it('shows the reason of the pause in force, not of one that was undone', async () => {
    const one = await begin()
    const reasonOf = async () => (await getClock(one)).paused?.reason
    await act({ reason: 'illness' })
    app.advanceClock(minute)
    const { json: resumed } = await act({ kind: 'resume' })
    app.advanceClock(second)
    const { json: again } = await act({ reason: 'noise' })
    expect(await reasonOf()).toBe('Noise')
    app.advanceClock(second)
    await undo(again.action._id)
    expect(await getClock(one)).not.toHaveProperty('paused')
    await undo(resumed.action._id)
    expect(await reasonOf()).toBe('Illness')
  })

  it('sent twice is applied once, with the same reply', async () => {
    await begin()
    const _id = 'chosen-by-the-client'
    const { json: first } = await act({ _id, kind: 'add-minutes', minutes: 5 })
    const { json: second } = await act({ _id, kind: 'add-minutes', minutes: 5 })
    expect(second).toMatchObject({ done: first.done, notDone: first.notDone })
    const [row] = (await admin.request(listExamAttempts, { params: { testId } })).json
    expect(row?.secondsLeft).toBe(35 * 60)
  })
})

describe('Undo', () => {
  it('reverts added minutes, with a count that tells the earlier deadline from a late reply', async () => {
    const one = await begin()
    const { json } = await act({ kind: 'add-minutes', minutes: 5 })
    const longer = await getClock(one)
    expect(secondsLeft(longer)).toBe(35 * 60)
    expect(longer).not.toHaveProperty('timeChanges')
    app.advanceClock(10 * second)
    expect((await undo(json.action._id)).json).toMatchObject({
      done: 1,
      action: { state: 'undone' },
    })
    expect((await undo(json.action._id)).status).toBe(200)
    const shorter = await getClock(one)
    expect(secondsLeft(shorter)).toBe(30 * 60 - 10)
    expect(shorter.timeChanges).toBe(1)
    const params = { attemptId: one.attemptId }
    expect((await admin.request(listTimeAdjustments, { params })).json).toEqual([])
  })

  it('resumes paused attempts, and pauses resumed ones again', async () => {
    const one = await begin()
    const { json: paused } = await act({})
    app.advanceClock(4 * second)
    await undo(paused.action._id)
    expect(secondsLeft(await getClock(one))).toBe(30 * 60)
    expect(await getClock(one)).not.toHaveProperty('paused')

    await act({})
    app.advanceClock(minute)
    const { json: resumed } = await act({ kind: 'resume' })
    app.advanceClock(5 * second)
    await undo(resumed.action._id)
    app.advanceClock(minute)
    const clock = await getClock(one)
    expect(clock.paused).toBeDefined()
    expect(secondsLeft(clock)).toBe(30 * 60 - 5)
  })

  it('is possible for 10 s, also for a colleague', async () => {
    const one = await begin()
    const { json } = await act({ kind: 'add-minutes', minutes: 5 })
    const colleague = await app.createStaff('teacher')
    app.advanceClock(10 * second + 1)
    expect((await undo(json.action._id, colleague)).json.code).toBe('undo-over')
    const { json: other } = await act({ kind: 'add-minutes', minutes: 1 })
    expect((await undo(other.action._id, colleague)).status).toBe(200)
    expect(secondsLeft(await getClock(one))).toBe(35 * 60 - 10 - 0.001)
  })

  it('skips and reports attempts that have ended since', async () => {
    const one = await begin('Asha')
    const other = await begin('Bela')
    const { json } = await act({ kind: 'add-minutes', minutes: 5 })
    const params = { attemptId: one.attemptId }
    await one.student.request(finishQuiz, { params, body: {} })
    const { json: undone } = await undo(json.action._id)
    expect(undone).toMatchObject({
      done: 1,
      notDone: [{ why: 'not-running', attemptIds: [one.attemptId] }],
    })
    expect(secondsLeft(await getClock(other))).toBe(30 * 60)
  })
})

const voidAttempt = ({ attemptId }: Taker) =>
  app.deps.db.write((tx) =>
    tx
      .updateTable('attempts')
      .set({ voided_at: app.clock.at })
      .where('id', '=', attemptId)
      .execute(),
  )

describe('a reopening', () => {
  it.each([
    { title: 'reopened by somebody else, which is as good', isVoid: false, why: null },
    { title: 'declared void, and reports it', isVoid: true, why: 'void' },
  ])('that waited for 10 s finds an attempt $title', async (row) => {
    const one = await begin()
    const params = { attemptId: one.attemptId }
    await one.student.request(finishQuiz, { params, body: {} })
    const { json } = await act({ kind: 'reopen', attemptIds: [one.attemptId] })
    expect(json).toMatchObject({ done: 1, notDone: [], action: { state: 'waiting' } })
    if (row.isVoid) await voidAttempt(one)
    else await admin.request(reopenAttempt, { params, body: { why: 'Asked for it' } })
    app.advanceClock(11 * second)
    await applyDueActions(app.deps)
    const action = app.deps.db.read.selectFrom('live_actions').select(['state', 'not_done'])
    const notDone = row.why ? [{ why: row.why, attemptIds: [one.attemptId] }] : []
    expect(await action.execute()).toEqual([{ state: 'done', not_done: JSON.stringify(notDone) }])
  })
})

describe('an end', () => {
  const statusOf = async (one: Taker) => (await getClock(one)).status

  it('is applied after 10 s, even if the server has restarted', async () => {
    const [one, other] = [await begin('Asha'), await begin('Bela')]
    await answer(one, 0)
    const { json } = await act({ kind: 'end', attemptIds: [one.attemptId] })
    expect(json).toMatchObject({ done: 1, action: { state: 'waiting' } })
    app.advanceClock(10 * second)
    await applyDueActions(app.deps)
    expect(await statusOf(one)).toBe('In progress')
    expect((await answer(one, 1)).status).toBe(200)
    const [again, otherAgain] = (await restart([one, other])) as [Taker, Taker]
    app.advanceClock(1)
    await applyDueActions(app.deps)
    expect(await statusOf(again)).toBe('Completed')
    expect(await statusOf(otherAgain)).toBe('In progress')
    const params = { attemptId: one.attemptId }
    const { json: outcome } = await again.student.request(finishQuiz, { params, body: {} })
    expect(outcome.finishReason).toBe('Ended by the institute')
    const { json: rows } = await admin.request(listExamAttempts, { params: { testId } })
    const ended = rows.find(({ _id }) => _id === one.attemptId)
    expect(ended?.score).toEqual(expect.any(Number))
    expect((await undo(json.action._id)).json.code).toBe('undo-over')
  })

  it('that is undone never happens, even if the server has restarted', async () => {
    const one = await begin()
    const { json } = await act({ kind: 'end' })
    app.advanceClock(9 * second)
    const [again] = (await restart([one])) as [Taker]
    await undo(json.action._id)
    app.advanceClock(minute)
    await applyDueActions(app.deps)
    expect(await statusOf(again)).toBe('In progress')
  })

  it('ends a paused attempt, which can be reopened with the time left', async () => {
    const one = await begin()
    app.advanceClock(10 * minute)
    await act({})
    app.advanceClock(50 * minute)
    await act({ kind: 'end' })
    app.advanceClock(11 * second)
    await applyDueActions(app.deps)
    expect(await statusOf(one)).toBe('Completed')
    const pauses = app.deps.db.read
      .selectFrom('attempt_events')
      .select('duration_ms')
      .where('attempt_id', '=', one.attemptId)
      .where('kind', '=', 'pause')
    expect(await pauses.execute()).toEqual([{ duration_ms: 50 * minute + 11 * second }])
    const { json } = await act({ kind: 'reopen', attemptIds: [one.attemptId] })
    expect(json).toMatchObject({ done: 1, action: { state: 'waiting' } })
    app.advanceClock(11 * second)
    await applyDueActions(app.deps)
    const { json: resumed } = await one.student.request(startQuiz, { params: { testId } })
    expect(secondsLeft(resumed)).toBe(20 * 60)
  })

  it('of more attempts than fit one batch ends each of them once', async () => {
    await addRunningAttempts(app, (await begin()).attemptId, 54)
    await act({ kind: 'end' })
    app.advanceClock(11 * second)
    await Promise.all([applyDueActions(app.deps), applyDueActions(app.deps)])
    const { json } = await admin.request(listExamAttempts, { params: { testId } })
    expect(json.map(({ finishReason }) => finishReason)).toEqual(
      Array.from({ length: 55 }, () => 'Ended by the institute'),
    )
    const actions = await app.deps.db.read
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'attempt.ended')
      .execute()
    expect(actions).toHaveLength(55)
  }, 60_000)
})

describe('a message', () => {
  const message = 'The switch in Lab 2 is back. <b>Go on</b>'
  const dismiss = ({ student, attemptId }: Taker, messageId: string) =>
    student.request(putMessageAway, { params: { attemptId, messageId } })

  it('comes with the clock and the paper until it is dismissed', async () => {
    const [one, other] = [await begin('Asha'), await begin('Bela')]
    expect(await getClock(one)).not.toHaveProperty('messages')
    const { json } = await act({ kind: 'message', message, attemptIds: [one.attemptId] })
    const sent = { _id: json.action._id, text: message, at: json.action.at }
    expect((await getClock(one)).messages).toEqual([sent])
    expect(await getClock(other)).not.toHaveProperty('messages')
    const [again] = (await restart([one])) as [Taker]
    const { json: paper } = await again.student.request(getQuestions, { params: { testId } })
    expect(paper.messages).toEqual([sent])
    const replies = await Promise.all([dismiss(again, sent._id), dismiss(again, sent._id)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await getClock(again)).not.toHaveProperty('messages')
    await act({ kind: 'message', message: 'Another' })
    expect((await getClock(again)).messages).toHaveLength(1)
  })

  it('cannot be dismissed by another student', async () => {
    const [one, other] = [await begin('Asha'), await begin('Bela')]
    const { json } = await act({ kind: 'message', message, attemptIds: [one.attemptId] })
    const stranger = { ...other, attemptId: one.attemptId }
    expect((await dismiss(stranger, json.action._id)).status).toBe(404)
    expect((await getClock(one)).messages).toHaveLength(1)
  })

  it('can come with another action, and is removed by its Undo', async () => {
    const one = await begin()
    const { json } = await act({ kind: 'add-minutes', minutes: 3, message })
    expect((await getClock(one)).messages).toHaveLength(1)
    await undo(json.action._id)
    expect(await getClock(one)).not.toHaveProperty('messages')
    const attempt = app.deps.db.read
      .selectFrom('attempts')
      .select('open_messages')
      .where('id', '=', one.attemptId)
    expect(await attempt.execute()).toEqual([{ open_messages: 0 }])
  })

  it.each(['message', 'resume'] as const)(
    'needs no reason, nor does resuming: %s',
    async (kind) => {
      const one = await begin()
      await act({})
      const body = { kind, ...(kind === 'message' && { message: 'Ten minutes are left.' }) }
      const reply = await admin.request(applyAction, { params: { testId }, body })
      expect(reply).toMatchObject({ status: 200, json: { done: 1, action: { reason: null } } })
      const { paused, messages } = await getClock(one)
      expect([paused?.reason, messages?.length]).toEqual(
        kind === 'message' ? ['Power cut', 1] : [undefined, undefined],
      )
      expect((await undo(reply.json.action._id)).status).toBe(200)
    },
  )

  it('needs a text of 200 characters at most, as other actions need minutes or a reason', async () => {
    await begin()
    for (const body of [
      { kind: 'message' },
      { kind: 'message', message: '   ' },
      { kind: 'message', message: 'x'.repeat(201) },
      { kind: 'add-minutes' },
      { kind: 'pause', reason: 'other' },
      { kind: 'reopen' },
      ...(['add-minutes', 'pause', 'end', 'reopen'] as const).map((kind) => ({
        kind,
        minutes: 5,
        reason: undefined,
        attemptIds: ['an attempt'],
      })),
    ] as const) {
      expect((await act(body)).status).toBe(400)
    }
  })
})
