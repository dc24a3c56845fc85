import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { finishQuiz, submitAnswer } from '#contract/attempts.ts'
import { logout } from '#contract/current-session.ts'
import {
  applyAction,
  getLiveTable,
  getLiveTables,
  type LiveTable,
  listLiveExams,
  undoLiveAction,
} from '#contract/live.ts'
import { getAttemptClock, reportEvent } from '#contract/proctoring.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import {
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { addRunningAttempts } from '#test/large-cohort.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const second = 1_000
const minute = 60 * second

let app: TestApp
let admin: TestClient
let testId: string

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  testId = (await createReleasedExam(admin, { duration: 30, integrityMode: 'observe' }))._id
})
afterEach(() => app.close())

type Taker = Awaited<ReturnType<typeof startAttempt>> & { student: TestStudent }

async function begin(name: string): Promise<Taker> {
  const student = await createStudent(app, name)
  return { student, ...(await startAttempt(student, testId)) }
}

/** A second later, so that what was stored is read again. */
async function look(since?: string): Promise<LiveTable> {
  app.advanceClock(second)
  const query = since === undefined ? {} : { since }
  return (await admin.request(getLiveTable, { params: { testId }, query })).json
}
const find = ({ students }: LiveTable, name: string) => students.find((row) => row.name === name)
const poll = ({ student, attemptId }: Taker, waiting?: number) =>
  student.request(getAttemptClock, {
    params: { attemptId },
    query: waiting === undefined ? {} : { waiting },
  })
const answer = ({ student, attemptId, paper }: Taker, place: number) =>
  student.request(submitAnswer, {
    params: { attemptId, testId },
    body: { questionId: paper.questions[place]?._id ?? '', selectedOption: 0 },
  })
const report = ({ student, attemptId }: Taker, kind: 'hidden', durationMs?: number) =>
  student.request(reportEvent, {
    params: { attemptId },
    body: {
      kind,
      at: new Date(awayAt).toISOString(),
      ...(durationMs !== undefined && { durationMs }),
    },
  })
let awayAt = 0

describe('the table', () => {
  it('shows the state of each student from their calls', async () => {
    const asha = await begin('Asha')
    const bela = await begin('Bela')
    await answer(asha, 0)
    await poll(bela, 3)
    expect(find(await look(), 'Asha')).toMatchObject({
      state: 'here',
      answered: 1,
      totalQuestions: 5,
      waiting: 0,
      incidents: 0,
      since: null,
      endsAt: new Date(app.clock.at - second + 30 * minute).toISOString(),
    })
    expect(find(await look(), 'Bela')).toMatchObject({ answered: 0, waiting: 3 })

    app.advanceClock(12 * second)
    const silent = await look()
    expect([find(silent, 'Asha')?.state, find(silent, 'Bela')?.state]).toEqual(['quiet', 'quiet'])
    await poll(bela)
    app.advanceClock(46 * second)
    const later = await look()
    expect(find(later, 'Asha')?.state).toBe('offline')
    expect(find(later, 'Bela')).toMatchObject({ state: 'quiet', waiting: 0 })
  })

  it('shows a student as away until the page reports the return', async () => {
    const asha = await begin('Asha')
    awayAt = app.clock.at
    await report(asha, 'hidden')
    app.advanceClock(2 * minute)
    expect(find(await look(), 'Asha')).toMatchObject({
      state: 'away',
      since: new Date(awayAt).toISOString(),
      incidents: 1,
    })
    await report(asha, 'hidden', 2 * minute)
    expect(find(await look(), 'Asha')).toMatchObject({ state: 'here', incidents: 1 })
  })

  it('returns the changes since a version, and everything for an unknown version', async () => {
    const asha = await begin('Asha')
    await begin('Bela')
    const whole = await look()
    expect(whole).toMatchObject({ isWhole: true, test: { _id: testId, title: 'React JS' } })
    expect(whole.students).toHaveLength(2)
    const same = await look(whole.version)
    expect(same).toMatchObject({ isWhole: false, students: [], version: whole.version })
    await answer(asha, 0)
    const changed = await look(whole.version)
    expect(changed.students.map(({ name, answered }) => [name, answered])).toEqual([['Asha', 1]])
    expect((await look('another.7')).students).toHaveLength(2)
    expect((await look('nonsense')).isWhole).toBe(true)
  })

  it('shows a pause with its reason, the time left and the action to undo', async () => {
    const asha = await begin('Asha')
    await look()
    app.advanceClock(9 * minute)
    const { json: paused } = await admin.request(applyAction, {
      params: { testId },
      body: { kind: 'pause', reason: 'illness', attemptIds: [asha.attemptId] },
    })
    const table = await look()
    expect(find(table, 'Asha')).toMatchObject({
      state: 'paused',
      pausedFor: 'Illness',
      endsAt: null,
      standsAtSeconds: 21 * 60 - 1,
    })
    expect(table.actions).toEqual([paused.action])
    const actionId = paused.action._id
    await admin.request(undoLiveAction, { params: { actionId } })
    const undone = await look(table.version)
    expect(undone.actions).toMatchObject([{ _id: actionId, state: 'undone' }])
    expect(find(undone, 'Asha')?.endsAt).not.toBe(null)
    app.advanceClock(20 * second)
    expect((await look()).actions).toEqual([])
  })

  it('shows who has finished and why, and counts all states of running exams', async () => {
    const asha = await begin('Asha')
    await begin('Bela')
    await answer(asha, 0)
    const params = { attemptId: asha.attemptId }
    await asha.student.request(finishQuiz, { params, body: {} })
    expect(find(await look(), 'Asha')).toMatchObject({
      state: 'finished',
      finishReason: 'Completed',
      endsAt: null,
      answered: 1,
    })
    const { json } = await admin.request(listLiveExams)
    expect(json).toMatchObject([{ _id: testId, counts: { finished: 1, here: 1, offline: 0 } }])
  })

  it('shows students with a window as not started until they start', async () => {
    const asha = await createStudent(app, 'Asha')
    const bela = await createStudent(app, 'Bela')
    await createStudent(app, 'Chitra')
    const { _id: batchId } = await createBatch(admin, [asha, bela])
    const audience = { kind: 'batch', batchId } as const
    await openWindow(admin, testId, { now: app.clock.at, audience })
    const waiting = await look()
    expect(waiting.students.map(({ name, state }) => [name, state])).toEqual([
      ['Asha', 'not-started'],
      ['Bela', 'not-started'],
    ])
    expect(find(waiting, 'Asha')).toMatchObject({ attemptId: null, totalQuestions: 5 })
    await startAttempt(asha, testId)
    const started = await look(waiting.version)
    expect(started).toMatchObject({ removed: [], students: [{ name: 'Asha', state: 'here' }] })
    expect((await look()).students).toHaveLength(2)
    await app.deps.db.write((tx) => tx.deleteFrom('batch_students').execute())
    app.advanceClock(15 * second)
    expect(await look(started.version)).toMatchObject({ removed: [bela.id] })
  })

  it('leaves out deleted students, and is not found for a deleted exam', async () => {
    await begin('Asha')
    const { version } = await look()
    const { students } = await look()
    const studentId = students[0]?.studentId ?? ''
    await app.deps.db.write((tx) =>
      tx.updateTable('students').set({ deleted_at: 1 }).where('id', '=', studentId).execute(),
    )
    expect(await look(version)).toMatchObject({ students: [], removed: [studentId] })
    await app.deps.db.write((tx) => tx.updateTable('exams').set({ deleted_at: 1 }).execute())
    const reply = await admin.request(getLiveTable, { params: { testId } })
    expect(reply.status).toBe(404)
  })
})

describe('the stream', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(() => void vi.useRealTimers())

  type Stream = { readonly text: () => string; readonly isOver: () => boolean; stop(): void }

  async function open(
    headers: Record<string, string> = {},
    client = admin,
    path = `/api/test/${testId}/live`,
  ): Promise<Stream> {
    if (!app.fastify.server.listening) await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.fastify.server.address() as AddressInfo
    const stopping = new AbortController()
    const cookie = Object.entries(client.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { accept: 'text/event-stream', cookie, ...headers },
      signal: stopping.signal,
    })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toMatch('text/event-stream')
    let text = ''
    let isOver = false
    const read = async () => {
      const decoder = new TextDecoder()
      for await (const chunk of reply.body ?? []) text += decoder.decode(chunk, { stream: true })
    }
    void read()
      .catch(() => {})
      .finally(() => {
        isOver = true
      })
    return { text: () => text, isOver: () => isOver, stop: () => stopping.abort() }
  }

  const listEvents = (stream: Stream) =>
    stream
      .text()
      .split('\n\n')
      .flatMap((event) => {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        return data ? [JSON.parse(data) as LiveTable] : []
      })
  const waitForEvents = (stream: Stream, count: number) =>
    vi.waitFor(() => {
      vi.advanceTimersByTime(second)
      expect(listEvents(stream).length).toBeGreaterThanOrEqual(count)
    }, 20_000)

  it('begins with the whole table, continues with changes, and resumes where another one stopped', async () => {
    const asha = await begin('Asha')
    await begin('Bela')
    const stream = await open()
    await waitForEvents(stream, 1)
    const [whole] = listEvents(stream)
    expect(whole).toMatchObject({ isWhole: true })
    expect(whole?.students).toHaveLength(2)
    await answer(asha, 0)
    await waitForEvents(stream, 2)
    const changed = listEvents(stream)[1]
    expect(changed).toMatchObject({ isWhole: false, students: [{ name: 'Asha', answered: 1 }] })
    expect(changed?.students).toHaveLength(1)
    stream.stop()

    await answer(asha, 1)
    const again = await open({ 'last-event-id': changed?.version ?? '' })
    await vi.waitFor(() => {
      vi.advanceTimersByTime(second)
      expect(listEvents(again).at(-1)?.students).toMatchObject([{ answered: 2 }])
    }, 20_000)
    expect(listEvents(again).some(({ isWhole }) => isWhole)).toBe(false)
    again.stop()
  })

  it('sends the same table as the call', async () => {
    await addRunningAttempts(app, (await begin('Asha')).attemptId, 99)
    const stream = await open()
    await waitForEvents(stream, 1)
    const { json } = await admin.request(getLiveTable, { params: { testId } })
    expect(listEvents(stream)[0]).toEqual(json)
    stream.stop()
  }, 60_000)

  it('sends several tests, and resumes where each of them stopped', async () => {
    const asha = await begin('Asha')
    const other = await createReleasedExam(admin, { duration: 30, title: 'Another' })
    const bela = await createStudent(app, 'Bela')
    await startAttempt(bela, other._id)
    const path = `/api/live/tables?tests=${testId},${other._id},${testId},unknown`
    const stream = await open({}, admin, path)
    await waitForEvents(stream, 2)
    const events = listEvents(stream)
    expect(events.map(({ test, isWhole }) => [test.title, isWhole])).toEqual([
      ['React JS', true],
      ['Another', true],
    ])
    await answer(asha, 0)
    await waitForEvents(stream, 3)
    const changed = listEvents(stream)[2]
    expect(changed).toMatchObject({ isWhole: false, test: { _id: testId } })
    expect(app.fastify.countLiveStreams()).toBe(1)
    const id = stream
      .text()
      .match(/^id: .*$/gm)?.[2]
      ?.slice('id: '.length)
    expect(id).toBe([changed?.version, events[1]?.version].join(','))
    stream.stop()

    await answer(asha, 1)
    app.advanceClock(second)
    const again = await open({ 'last-event-id': id ?? '' }, admin, path)
    await waitForEvents(again, 2)
    expect(listEvents(again).slice(0, 2)).toMatchObject([
      { isWhole: false, students: [{ name: 'Asha', answered: 2 }] },
      { isWhole: false, students: [], test: { title: 'Another' } },
    ])
    again.stop()
  })

  it('is refused if none of the tests exists, and without the permission', async () => {
    const query = { tests: 'unknown,neither' }
    expect((await admin.request(getLiveTables, { query })).status).toBe(404)
    const office = await app.createStaff('office')
    expect((await office.request(getLiveTables, { query })).status).toBe(403)
    const tooMany = Array.from({ length: 21 }, (_, n) => `test${n}`).join(',')
    for (const tests of ['', 'a,,b', 'a b', tooMany])
      expect((await admin.request(getLiveTables, { query: { tests } })).status).toBe(400)
    await begin('Asha')
    const { json } = await admin.request(getLiveTables, { query: { tests: `${testId},unknown` } })
    expect(json.tables).toMatchObject([{ test: { _id: testId }, isWhole: true }])
  })

  it('ends with its session, and with the server', async () => {
    await begin('Asha')
    const teacher = await app.createStaff('teacher')
    const [own, other] = [await open(), await open({}, teacher)]
    await teacher.request(logout)
    vi.advanceTimersByTime(second)
    await vi.waitFor(() => expect(other.isOver()).toBe(true), 20_000)
    vi.advanceTimersByTime(15 * second)
    await vi.waitFor(() => expect(own.text()).toContain('event: alive'), 20_000)
    expect(own.isOver()).toBe(false)
    await app.fastify.close()
    await vi.waitFor(() => expect(own.isOver()).toBe(true), 20_000)
  })

  it('ends with a notice when it is the oldest of five of a session', async () => {
    await begin('Asha')
    const teacher = await open({}, await app.createStaff('teacher'))
    const streams: Stream[] = []
    for (let count = 0; count < 5; count++) streams.push(await open())
    await vi.waitFor(() => expect(streams.map((one) => one.isOver())).toContain(true), 20_000)
    expect(streams.map((one) => one.isOver())).toEqual([true, false, false, false, false])
    expect(streams[0]?.text()).toMatch(/\n\nevent: displaced\ndata: \{\}\n\n$/)
    expect([teacher.isOver(), app.fastify.countLiveStreams()]).toEqual([false, 5])
    for (const stream of [teacher, ...streams]) stream.stop()
    await vi.waitFor(() => expect(app.fastify.countLiveStreams()).toBe(0), 20_000)
  })

  it('answers a HEAD request without opening a stream', async () => {
    const {
      statusCode: status,
      headers,
      body,
    } = await app.fastify.inject({
      method: 'HEAD',
      url: `/api/test/${testId}/live`,
      cookies: admin.cookies,
      headers: { accept: 'text/event-stream' },
    })
    expect({ status, type: headers['content-type'], body }).toEqual({
      status: 200,
      type: 'text/event-stream; charset=utf-8',
      body: '',
    })
    expect(app.fastify.countLiveStreams()).toBe(0)
  })
})

describe.runIf(process.env.ENGINE === 'postgres')('a page that calls another process', () => {
  it('is shown as here within seconds while somebody watches the live screen', async () => {
    const asha = await begin('Asha')
    const other = await createTestApp({ schema: app.schema })
    onTestFinished(() => other.close())
    await setTimeout(300)
    await look()
    app.advanceClock(20 * second)
    other.clock.at = app.clock.at
    const client = createInProcessClient(other.fastify, asha.student.cookies)
    const elsewhere = { ...asha, student: { ...asha.student, ...client } }
    expect(find(await look(), 'Asha')?.state).toBe('quiet')
    // The other process soon knows that somebody looks, and then shares every 2 s what it hears.
    await vi.waitFor(
      async () => {
        await poll(elsewhere, 4)
        expect(find(await look(), 'Asha')).toMatchObject({ state: 'here', waiting: 4 })
      },
      { timeout: 30_000, interval: 250 },
    )
  })
})
