import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { studentLogin } from '#contract/accounts.ts'
import { getQuestions, submitAnswer } from '#contract/attempts.ts'
import * as contract from '#contract/proctoring.ts'
import { listExamAttempts } from '#contract/results.ts'
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
let student: TestStudent
afterEach(() => app.close())

async function setUpAttempt(integrityMode: 'strict' | 'warn' | 'observe' = 'strict') {
  app = await createTestApp()
  admin = await app.createAdmin()
  student = await createStudent(app)
  const { _id: testId } = await createReleasedExam(admin, { integrityMode })
  const { attemptId, paper } = await startAttempt(student, testId)
  return { testId, attemptId, questionIds: paper.questions.map(({ _id }) => _id) }
}
type Attempt = Awaited<ReturnType<typeof setUpAttempt>>

const poll = async ({ attemptId }: Attempt, from: TestClient = student) =>
  (await from.request(contract.getAttemptClock, { params: { attemptId } })).json

const openPaper = ({ testId }: Attempt, from: TestClient = student) =>
  from.request(getQuestions, { params: { testId } })

const submit = ({ attemptId, testId, questionIds }: Attempt, index: number, from: TestClient) => {
  const body = { questionId: questionIds[index] ?? '', selectedOption: 1 }
  return from.request(submitAnswer, { params: { attemptId, testId }, body })
}

async function listEvents({ attemptId }: Attempt) {
  const { json } = await admin.request(contract.listAttemptEvents, { params: { attemptId } })
  return json.map(({ kind, at, durationMs }) => ({ kind, at: Date.parse(at), durationMs }))
}

async function report({ attemptId }: Attempt, kind: EventKind, happenedAt: number) {
  const body = { kind, at: new Date(happenedAt).toISOString() }
  return (await student.request(contract.reportEvent, { params: { attemptId }, body })).json
}

async function isRunning({ testId }: Attempt) {
  const { json } = await admin.request(listExamAttempts, { params: { testId } })
  return json[0]?.status === 'In progress'
}

async function logInElsewhere(): Promise<TestClient> {
  const client = app.createClient()
  await client.request(studentLogin, { body: { email: student.email, password: studentPassword } })
  return client
}

describe('a page that falls silent', () => {
  it('is recorded on the attempt with its length, whichever call breaks the silence', async () => {
    const attempt = await setUpAttempt()
    await poll(attempt)
    const lastContactAt = app.clock.at
    app.advanceClock(95 * second)
    await submit(attempt, 0, student)
    app.advanceClock(7 * second)
    await poll(attempt)
    expect(await listEvents(attempt)).toEqual([
      { kind: 'silence', at: lastContactAt, durationMs: 95 * second },
    ])
  })

  it('is recorded later if the first write fails', async () => {
    const attempt = await setUpAttempt()
    const lastContactAt = app.clock.at
    app.advanceClock(95 * second)
    const { write } = app.deps.db
    await write((tx) => sql`ALTER TABLE attempt_events RENAME TO lost_events`.execute(tx))
    expect(await poll(attempt)).toMatchObject({ status: 'In progress' })
    await write((tx) => sql`ALTER TABLE lost_events RENAME TO attempt_events`.execute(tx))
    expect(await listEvents(attempt)).toEqual([])
    app.advanceClock(7 * second)
    await poll(attempt)
    expect(await listEvents(attempt)).toEqual([
      { kind: 'silence', at: lastContactAt, durationMs: 95 * second },
    ])
  })

  it('is not recorded while the page polls the clock as usual', async () => {
    const attempt = await setUpAttempt()
    for (let n = 0; n < 8; n++) {
      app.advanceClock(40 * second)
      await poll(attempt)
    }
    expect(await listEvents(attempt)).toEqual([])
  })
})

describe('a page that is loaded again', () => {
  it('is recorded after the silence before it; the first load is not', async () => {
    const attempt = await setUpAttempt()
    app.advanceClock(3 * second)
    await openPaper(attempt)
    expect(await listEvents(attempt), 'a lost reply').toEqual([])
    const lastContactAt = app.clock.at
    app.advanceClock(4 * minute)
    await openPaper(attempt)
    expect(await listEvents(attempt)).toEqual([
      { kind: 'silence', at: lastContactAt, durationMs: 4 * minute },
      { kind: 'resume', at: app.clock.at, durationMs: null },
    ])
  })
})

describe('a second device', () => {
  it('is reported to both devices, and recorded once', async () => {
    const attempt = await setUpAttempt()
    expect(await poll(attempt)).not.toHaveProperty('elsewhere')
    app.advanceClock(20 * second)
    const other = await logInElsewhere()
    await openPaper(attempt, other)
    await submit(attempt, 1, other)
    for (const device of [student, other, student])
      expect((await poll(attempt, device)).elsewhere).toEqual({
        isActive: true,
        answered: [attempt.questionIds[1]],
      })
    const kinds = (await listEvents(attempt)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'other-device')).toHaveLength(1)
  })

  it('is no longer active a minute after its last contact; its answers are still reported', async () => {
    const attempt = await setUpAttempt()
    const other = await logInElsewhere()
    await openPaper(attempt, other)
    await submit(attempt, 0, other)
    app.advanceClock(61 * second)
    expect((await poll(attempt)).elsewhere).toEqual({
      isActive: false,
      answered: [attempt.questionIds[0]],
    })
  })
})

describe('a report that waited on a device', () => {
  it('ends a strict attempt that the student has not resumed since', async () => {
    const attempt = await setUpAttempt()
    const leftAt = app.clock.at + 5 * second
    app.advanceClock(10 * minute)
    expect(await report(attempt, 'hidden', leftAt)).toMatchObject({ finished: true })
    expect(await isRunning(attempt)).toBe(false)
  })

  it('is only recorded once the student was allowed to go on, on whichever device', async () => {
    const attempt = await setUpAttempt()
    const leftAt = app.clock.at + 5 * second
    app.advanceClock(2 * minute)
    await openPaper(attempt, await logInElsewhere())
    app.advanceClock(10 * minute)
    expect(await report(attempt, 'hidden', leftAt)).toMatchObject({ finished: false })
    expect(await report(attempt, 'offline', leftAt + second)).toMatchObject({ finished: false })
    expect(await isRunning(attempt)).toBe(true)
    expect((await listEvents(attempt)).map(({ kind }) => kind)).toContain('hidden')
    expect(await report(attempt, 'blur', app.clock.at)).toMatchObject({ finished: true })
  })

  it('counts as one warning, however often the student left before it could be shown', async () => {
    const attempt = await setUpAttempt('warn')
    const start = app.clock.at
    app.advanceClock(10 * minute)
    for (const minutes of [1, 3, 5, 7, 9]) {
      const outcome = await report(attempt, 'hidden', start + minutes * minute)
      expect(outcome).toEqual({ violations: 1, remaining: 1, finished: false })
    }
    expect(await report(attempt, 'blur', app.clock.at)).toMatchObject({ violations: 2 })
  })
})
