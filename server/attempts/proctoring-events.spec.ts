import { afterEach, describe, expect, it } from 'vitest'
import { getQuestions, startQuiz, submitAnswer } from '#contract/attempts.ts'
import { listExams } from '#contract/exams.ts'
import * as contract from '#contract/proctoring.ts'
import { releaseResults } from '#contract/result-release.ts'
import { getOwnResult, listExamAttempts } from '#contract/results.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  expectSingleChoice,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { pickByRunLength } from '#test/long-run.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const minute = 60_000
let app: TestApp
let admin: TestClient
let student: TestStudent
afterEach(() => app.close())

async function setUpAttempt(integrityMode: 'strict' | 'warn' | 'observe' = 'strict') {
  app = await createTestApp()
  admin = await app.createAdmin()
  student = await createStudent(app)
  const { _id: testId } = await createReleasedExam(admin, { integrityMode })
  return { ...(await startAttempt(student, testId)), testId }
}

async function report(
  attemptId: string,
  kind: EventKind,
  answers?: { questionId: string; selectedOption: number }[],
) {
  app.advanceClock(5_000)
  const at = new Date(app.clock.at).toISOString()
  const body = { kind, at, ...(answers && { answers }) }
  return (await student.request(contract.reportEvent, { params: { attemptId }, body })).json
}

async function getListedAttempt(testId: string) {
  const { json } = await admin.request(listExamAttempts, { params: { testId } })
  return json[0]
}

describe('a reported event', () => {
  it.each([
    { kind: 'devtools', reason: 'Developer tools opened' },
    { kind: 'refresh', reason: 'Page refreshed or closed' },
    { kind: 'back', reason: 'User pressed back button' },
    { kind: 'hidden', reason: 'Auto submission' },
    { kind: 'blur', reason: 'Auto submission' },
  ] as const)('ends a strict attempt for $kind, with its reason', async ({ kind, reason }) => {
    const { attemptId, testId } = await setUpAttempt()
    expect(await report(attemptId, kind)).toEqual({ violations: 1, remaining: 0, finished: true })
    expect(await getListedAttempt(testId)).toMatchObject({
      status: 'Completed',
      finishReason: reason,
    })
  })

  it.each(['blocked-key', 'context-menu', 'offline', 'online'] as const)(
    'does not end a strict attempt for %s',
    async (kind) => {
      const { attemptId } = await setUpAttempt()
      expect(await report(attemptId, kind)).toEqual({
        violations: 0,
        remaining: 0,
        finished: false,
      })
    },
  )

  it('warns twice and then ends the attempt in warn mode', async () => {
    const { attemptId } = await setUpAttempt('warn')
    expect(await report(attemptId, 'hidden')).toEqual({
      violations: 1,
      remaining: 1,
      finished: false,
    })
    expect(await report(attemptId, 'blur')).toEqual({
      violations: 2,
      remaining: 0,
      finished: false,
    })
    expect(await report(attemptId, 'devtools')).toEqual({
      violations: 3,
      remaining: 0,
      finished: true,
    })
  })

  it('never ends an attempt in observe mode', async () => {
    const { attemptId } = await setUpAttempt('observe')
    for (let n = 0; n < 5; n++) {
      expect(await report(attemptId, 'hidden')).toMatchObject({ remaining: null, finished: false })
    }
  })

  it('saves the option that was chosen and not yet submitted', async () => {
    const { attemptId, testId, paper } = await setUpAttempt()
    const question = paper.questions[0]
    const right = question?.options.findIndex(({ text }) => text.startsWith('right')) ?? 0
    const answers = [{ questionId: question?._id ?? '', selectedOption: right }]
    expect(await report(attemptId, 'hidden', answers)).toMatchObject({ finished: true })
    expect(await getListedAttempt(testId)).toMatchObject({ score: 1 })
  })

  it('is listed for admins with its time and kind', async () => {
    const { attemptId } = await setUpAttempt('warn')
    await report(attemptId, 'offline')
    await report(attemptId, 'hidden')
    const { json } = await admin.request(contract.listAttemptEvents, { params: { attemptId } })
    expect(json.map(({ kind }) => kind)).toEqual(['offline', 'hidden'])
    expect(Date.parse(json[1]?.at ?? '')).toBe(app.clock.at)
  })

  it.each(['strict', 'warn', 'observe'] as const)(
    'of a window gap at the start of a %s test is listed and not counted',
    async (integrityMode) => {
      app = await createTestApp()
      admin = await app.createAdmin()
      student = await createStudent(app)
      const { _id: testId } = await createReleasedExam(admin, { integrityMode })
      const start = { params: { testId }, body: { windowGap: true } }
      const { json } = await student.request(startQuiz, start)
      // Starting again resumes.
      expect((await student.request(startQuiz, start)).status).toBe(200)
      const params = { attemptId: json.quizAttemptId }
      const { json: events } = await admin.request(contract.listAttemptEvents, { params })
      expect(events).toMatchObject([{ kind: 'window-gap', at: json.startTime }])
      const after = await report(json.quizAttemptId, 'blocked-key')
      expect(after).toMatchObject({ violations: 0, finished: false })
    },
  )

  it('cannot be dated back before the attempt', async () => {
    const { attemptId } = await setUpAttempt('warn')
    const body = { kind: 'blur', at: '1999-01-01T00:00:00.000Z' } as const
    await student.request(contract.reportEvent, { params: { attemptId }, body })
    const { json } = await admin.request(contract.listAttemptEvents, { params: { attemptId } })
    expect(Date.parse(json[0]?.at ?? '')).toBe(app.clock.at)
  })

  it('is one event however often it is sent, and a later report may add the duration', async () => {
    const { attemptId } = await setUpAttempt('warn')
    const params = { attemptId }
    const hidden = { kind: 'hidden', at: new Date(app.clock.at + 400).toISOString() } as const
    for (const durationMs of [undefined, 61_000, 300]) {
      const body = durationMs === undefined ? hidden : { ...hidden, durationMs }
      const { json } = await student.request(contract.reportEvent, { params, body })
      expect(json).toEqual({ violations: 1, remaining: 1, finished: false })
      app.advanceClock(30_000)
    }
    const { json: events } = await admin.request(contract.listAttemptEvents, { params })
    expect(events).toMatchObject([{ kind: 'hidden', durationMs: 61_000 }])
  })

  it('receives its duration even after it has ended the attempt', async () => {
    const { attemptId } = await setUpAttempt('strict')
    const params = { attemptId }
    const at = new Date(app.clock.at).toISOString()
    const hidden = { kind: 'hidden', at } as const
    await student.request(contract.reportEvent, { params, body: hidden })
    const body = { ...hidden, durationMs: 9_000 }
    const reported = await student.request(contract.reportEvent, { params, body })
    expect(reported.json).toMatchObject({ violations: 1, finished: true })
    const { json: events } = await admin.request(contract.listAttemptEvents, { params })
    expect(events).toMatchObject([{ kind: 'hidden', durationMs: 9_000 }])
  })

  it('cannot be dated later than it arrived', async () => {
    const { attemptId } = await setUpAttempt('warn')
    const body = { kind: 'blur', at: '2099-01-01T00:00:00.000Z' } as const
    await student.request(contract.reportEvent, { params: { attemptId }, body })
    const { json } = await admin.request(contract.listAttemptEvents, { params: { attemptId } })
    expect(Date.parse(json[0]?.at ?? '')).toBe(app.clock.at)
  })
})

describe('an event that is reported again', () => {
  it('counts once', async () => {
    const { attemptId } = await setUpAttempt('warn')
    const at = new Date(app.clock.at).toISOString()
    const sendReport = () =>
      student.request(contract.reportEvent, {
        params: { attemptId },
        body: { kind: 'devtools', at },
      })
    const replies = await Promise.all([sendReport(), sendReport(), sendReport()])
    for (const { json } of replies) expect(json).toMatchObject({ violations: 1, finished: false })
    const { json } = await admin.request(contract.listAttemptEvents, { params: { attemptId } })
    expect(json).toHaveLength(1)
  })

  it('after a reopening does not end the attempt again', async () => {
    const { attemptId, testId } = await setUpAttempt()
    const body = { kind: 'devtools', at: new Date(app.clock.at).toISOString() } as const
    const params = { attemptId }
    await student.request(contract.reportEvent, { params, body })
    app.advanceClock(minute)
    await admin.request(contract.reopenAttempt, { params, body: { why: 'A false alarm' } })
    const late = await student.request(contract.reportEvent, {
      params,
      body: { ...body, kind: 'hidden' },
    })
    expect(late.json).toEqual({ violations: 0, remaining: 0, finished: true })
    expect(await getListedAttempt(testId)).toMatchObject({ status: 'In progress' })
  })

  it('by a script is stored at most 1,000 times', async () => {
    const { attemptId } = await setUpAttempt('observe')
    const params = { attemptId }
    await Promise.all(
      Array.from({ length: 1_100 }, (_, n) => {
        const at = new Date(app.clock.at - n).toISOString()
        app.clock.at += 1
        return student.request(contract.reportEvent, { params, body: { kind: 'blocked-key', at } })
      }),
    )
    const { json } = await admin.request(contract.listAttemptEvents, { params })
    expect(json.length).toBeLessThanOrEqual(1_000)
  })
})

it('violations count even after a thousand blocked keys from a script', async () => {
  const { attemptId } = await setUpAttempt('warn')
  const at = app.clock.at
  await app.deps.db.write(async (tx) => {
    for (let n = 0; n < 1_000; n++) {
      const reported = { at: at + n, received_at: at + n, told_at: at + n, duration_ms: null }
      const event = {
        id: `key${n}`,
        attempt_id: attemptId,
        kind: 'blocked-key' as const,
        ...reported,
      }
      await tx.insertInto('attempt_events').values(event).execute()
    }
  })
  await report(attemptId, 'context-menu')
  for (const violations of [1, 2, 3]) {
    expect(await report(attemptId, 'back')).toMatchObject({
      violations,
      finished: violations === 3,
    })
  }
  const { json } = await admin.request(contract.listAttemptEvents, { params: { attemptId } })
  expect(json).toHaveLength(1_003)
})

describe('reopening', () => {
  const why = 'A chat window took the focus'

  it('restores the time left and the answers, and clears the violations', async () => {
    const { attemptId, testId, paper } = await setUpAttempt()
    const body = { questionId: paper.questions[0]?._id ?? '', selectedOption: 2 }
    await student.request(submitAnswer, { params: { attemptId, testId }, body })
    await report(attemptId, 'blur')
    app.advanceClock(60 * minute)
    const opened = await admin.request(contract.reopenAttempt, {
      params: { attemptId },
      body: { why },
    })
    expect(Date.parse(opened.json.endsAt) - app.clock.at).toBe(60 * minute - 5_000)
    const resumed = await student.request(startQuiz, { params: { testId } })
    expect(Date.parse(resumed.json.endsAt) - app.clock.at).toBe(30 * minute - 5_000)
    const { json } = await student.request(getQuestions, { params: { testId } })
    expect(expectSingleChoice(json.questions[0]).selectedAnswer).toBe(
      paper.questions[0]?.options[2]?.text,
    )
    expect(await report(attemptId, 'blocked-key')).toMatchObject({ violations: 0, finished: false })
    const log = await app.deps.db.read
      .selectFrom('audit')
      .innerJoin('audit_values', 'audit_values.sequence', 'audit.sequence')
      .select(['subject', 'value', 'person_id'])
      .where('action', '=', 'attempt.reopened')
      .where('name', '=', 'why')
      .execute()
    expect(log).toEqual([{ subject: attemptId, value: JSON.stringify(why), person_id: student.id }])
  })

  it('closes the answer sheet again', async () => {
    const { attemptId, testId } = await setUpAttempt()
    await report(attemptId, 'blur')
    await admin.request(releaseResults, { params: { testId } })
    const params = { attemptId }
    expect((await student.request(getOwnResult, { params })).status).toBe(200)
    await admin.request(contract.reopenAttempt, { params, body: { why } })
    expect((await student.request(getOwnResult, { params })).status).toBe(403)
  })

  it('needs minutes where no time was left', async () => {
    const { attemptId } = await setUpAttempt()
    app.advanceClock(31 * minute)
    const params = { attemptId }
    const refused = await admin.request(contract.reopenAttempt, { params, body: { why } })
    expect(refused).toMatchObject({ status: 409, json: { code: 'no-time-left' } })
    const opened = await admin.request(contract.reopenAttempt, {
      params,
      body: { why, minutes: 5 },
    })
    const waitMs = Date.parse(opened.json.resumesBy) - app.clock.at
    expect(Date.parse(opened.json.endsAt) - app.clock.at - waitMs).toBe(5 * minute)
  })

  it('is refused while an attempt of the student runs', async () => {
    const { attemptId } = await setUpAttempt()
    const reply = await admin.request(contract.reopenAttempt, {
      params: { attemptId },
      body: { why },
    })
    expect(reply).toMatchObject({ status: 409, json: { code: 'attempt-running' } })
  })

  it('at the same moment as a start leaves one running attempt', async () => {
    app = await createTestApp()
    admin = await app.createAdmin()
    const { _id: testId } = await createReleasedExam(admin, { attemptsAllowed: 2 })
    for (let round = 0; round < pickByRunLength(200, 8); round++) {
      student = await createStudent(app)
      const attemptId = await completeAttempt(student, testId, 1)
      const replies = await Promise.all([
        ...Array.from({ length: 3 }, () => student.request(startQuiz, { params: { testId } })),
        ...Array.from({ length: 3 }, () =>
          admin.request(contract.reopenAttempt, { params: { attemptId }, body: { why } }),
        ),
      ])
      expect(replies.filter(({ status }) => status >= 500)).toEqual([])
      const rows = await app.deps.db.read
        .selectFrom('attempts')
        .select('id')
        .where('student_id', '=', student.id)
        .where('finished_at', 'is', null)
        .execute()
      expect(rows).toHaveLength(1)
    }
  })

  it('needs a reason', async () => {
    const { attemptId } = await setUpAttempt()
    const url = `/api/students/attempts/${attemptId}/reopen`
    const reply = await admin.send('POST', url, { body: { why: ' ' } })
    expect(reply).toMatchObject({ status: 400, json: { fields: { why: 'Say why' } } })
  })
})

it('changes that admins make to the time of an attempt are listed with name and reason', async () => {
  const { attemptId } = await setUpAttempt()
  const params = { attemptId }
  await admin.request(contract.addTime, { params, body: { minutes: 10, why: 'Power cut' } })
  app.advanceClock(1_000)
  await report(attemptId, 'blur')
  app.advanceClock(1_000)
  await admin.request(contract.reopenAttempt, { params, body: { why: 'A false alarm' } })
  const { json } = await admin.request(contract.listTimeAdjustments, { params })
  expect(json).toMatchObject([
    { kind: 'extended', by: 'admin@example.com', minutes: 10, why: 'Power cut' },
    { kind: 'reopened', by: 'admin@example.com', why: 'A false alarm' },
  ])
  const missing = await admin.request(contract.listTimeAdjustments, {
    params: { attemptId: 'nothing' },
  })
  expect(missing).toMatchObject({ status: 404, json: { code: 'attempt-not-found' } })
})

describe('more time', () => {
  it('moves the deadline of one attempt, and its student’s clock', async () => {
    const { attemptId, testId } = await setUpAttempt()
    const before = await student.request(contract.getAttemptClock, { params: { attemptId } })
    const body = { minutes: 10, why: 'Power cut' }
    await admin.request(contract.addTime, { params: { attemptId }, body })
    const after = await student.request(contract.getAttemptClock, { params: { attemptId } })
    expect(Date.parse(after.json.endsAt) - Date.parse(before.json.endsAt)).toBe(10 * minute)
    app.advanceClock(35 * minute)
    const { json } = await student.request(getQuestions, { params: { testId } })
    expect(json.quizAttemptId).toBe(attemptId)
  })

  it('goes to all running attempts, or to the named ones', async () => {
    const { attemptId, testId } = await setUpAttempt()
    const other = await createStudent(app, 'Rohan Rao')
    await startAttempt(other, testId)
    const params = { testId }
    const all = await admin.request(contract.addTimeToExam, {
      params,
      body: { minutes: 5, why: 'Lab' },
    })
    expect(all.json.changed).toBe(2)
    const body = { minutes: 5, why: 'Lab', attemptIds: [attemptId, 'nothing'] }
    expect((await admin.request(contract.addTimeToExam, { params, body })).json.changed).toBe(1)
  })

  it('is refused for an attempt that has ended', async () => {
    const { attemptId } = await setUpAttempt()
    await report(attemptId, 'blur')
    const body = { minutes: 10, why: 'Power cut' }
    const reply = await admin.request(contract.addTime, { params: { attemptId }, body })
    expect(reply).toMatchObject({ status: 409, json: { code: 'not-running' } })
  })
})

it('another attempt can be granted to one student', async () => {
  const { testId } = await setUpAttempt()
  const other = await createStudent(app, 'Rohan Rao')
  await completeAttempt(other, testId, 1)
  const start = () => other.request(startQuiz, { params: { testId } })
  expect((await start()).status).toBe(409)
  const body = { studentId: other.id, why: 'Was ill' }
  const grant = () => admin.request(contract.grantAttempt, { params: { testId }, body })
  expect((await grant()).json.message).toBe('Rohan Rao may take this test once more.')
  expect((await grant()).json.message).toBe('Rohan Rao may take this test 2 more times.')
  expect((await other.request(listExams)).json).toMatchObject([{ canStart: true }])
  expect((await start()).status).toBe(201)
})
