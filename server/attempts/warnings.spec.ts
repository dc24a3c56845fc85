import { afterEach, describe, expect, it } from 'vitest'
import { getQuestions, startQuiz } from '#contract/attempts.ts'
import { applyAction } from '#contract/live.ts'
import * as contract from '#contract/proctoring.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import { createReleasedExam, createStudent } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
afterEach(() => app.close())

async function setUp(
  integrityMode: IntegrityMode = 'warn',
  acknowledgesWarnings = true,
  noReloadPrompt = false,
) {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const student = await createStudent(app)
  const { _id: testId } = await createReleasedExam(admin, { integrityMode })
  const start = { params: { testId }, body: { acknowledgesWarnings, noReloadPrompt } }
  const { json } = await student.request(startQuiz, start)
  const params = { attemptId: json.quizAttemptId }
  return {
    admin,
    params,
    testId,
    /** Reports an event that begins now, or one that began before and took this long. */
    async report(kind: EventKind, event: { at?: number; durationMs?: number } = {}) {
      app.advanceClock(5_000)
      const { at = app.clock.at, durationMs } = event
      const body = { kind, at: new Date(at).toISOString(), ...(durationMs && { durationMs }) }
      return (await student.request(contract.reportEvent, { params, body })).json
    },
    async read(number: number, at?: number) {
      app.advanceClock(1_000)
      const body = { number, at: new Date(at ?? app.clock.at).toISOString() }
      return (await student.request(contract.acknowledgeWarning, { params, body })).json
    },
    resume: (body = {}) => student.request(startQuiz, { params: { testId }, body }),
    listKinds: async () => {
      const { json } = await admin.request(contract.listAttemptEvents, { params })
      return json.map(({ kind }) => kind)
    },
    loadWarnings: async () =>
      (await student.request(getQuestions, { params: { testId } })).json.warnings,
  }
}

describe('a warning for a client that acknowledges warnings', () => {
  it('counts once, when it is read, and the third violation ends the attempt', async () => {
    const { report, read, admin, params } = await setUp()
    const first = { number: 1, kind: 'hidden', awayMs: 0, isCounted: false }
    const expected = { violations: 0, remaining: 2, finished: false, warning: first }
    expect(await report('hidden')).toMatchObject(expected)
    expect(await report('back'), 'takes in what follows').toMatchObject(expected)
    expect(await read(2), 'not the one that waits').toMatchObject(expected)
    for (let n = 0; n < 3; n++)
      expect(await read(1)).toEqual({
        violations: 1,
        remaining: 1,
        finished: false,
        warning: null,
      })
    expect(await report('devtools')).toMatchObject({ violations: 1, warning: { number: 2 } })
    expect(await read(2)).toMatchObject({ violations: 2, remaining: 0, warning: null })
    expect(await report('blur')).toMatchObject({ violations: 3, finished: true })
    const { json } = await admin.request(contract.listAttemptEvents, { params })
    expect(json.map(({ kind }) => kind)).toEqual([
      ...['hidden', 'back', 'warning-read', 'devtools', 'warning-read', 'blur'],
    ])
  })

  it('waits through a reload, with the time at which the page was left', async () => {
    const { report, read, loadWarnings } = await setUp()
    expect(await loadWarnings()).toEqual({ counted: 0, waiting: null, leftAt: null })
    const { warning } = await report('refresh')
    const leftAt = new Date(app.clock.at).toISOString()
    expect(await loadWarnings()).toEqual({ counted: 0, waiting: warning, leftAt })
    const durationMs = 61_000
    const back = await report('refresh', { at: Date.parse(leftAt), durationMs })
    expect(back).toMatchObject({ violations: 1, warning: { isCounted: true, awayMs: durationMs } })
    expect(await loadWarnings()).toMatchObject({ counted: 1, leftAt: null })
    await read(1)
    expect(await loadWarnings()).toEqual({ counted: 1, waiting: null, leftAt: null })
  })

  it('counts when it is read by a browser whose clock is behind', async () => {
    const { report, read } = await setUp()
    await report('hidden')
    expect(await read(1, app.clock.at - 60_000)).toMatchObject({ violations: 1, warning: null })
  })

  it('read twice at one moment under two numbers counts once', async () => {
    const { report, read } = await setUp()
    await report('hidden', { durationMs: 70_000 })
    await report('hidden')
    const { at } = app.clock
    expect(await read(1, at)).toMatchObject({ violations: 1, warning: { number: 2 } })
    expect(await read(2, at)).toMatchObject({ violations: 1, warning: { number: 2 } })
    expect(await read(2, at + 1)).toMatchObject({ violations: 2, warning: null })
  })

  it('is gone after a reopening', async () => {
    const { report, read, loadWarnings, resume, admin, params } = await setUp()
    for (const number of [1, 2]) {
      await report('back')
      await read(number)
    }
    expect(await report('back')).toMatchObject({ finished: true })
    await admin.request(contract.reopenAttempt, { params, body: { why: 'A false alarm' } })
    app.advanceClock(1_000)
    await resume()
    expect(await loadWarnings()).toMatchObject({ counted: 0, waiting: null })
    expect(await report('back')).toMatchObject({ violations: 0, warning: { number: 1 } })
  })

  it('can be acknowledged during a pause', async () => {
    const { report, read, loadWarnings, admin, testId } = await setUp()
    await report('back')
    app.advanceClock(1_000)
    const pause = { kind: 'pause', reason: 'power-cut' } as const
    const { json } = await admin.request(applyAction, { params: { testId }, body: pause })
    expect(json.done).toBe(1)
    expect(await read(1)).toMatchObject({ violations: 1, warning: null })
    expect(await loadWarnings()).toEqual({ counted: 1, waiting: null, leftAt: null })
  })

  it('does not end the attempt before both were read, however long the student was away', async () => {
    const { report, read } = await setUp()
    for (let n = 0; n < 4; n++) {
      await report('hidden', { durationMs: 70_000 })
      app.advanceClock(70_000)
    }
    expect(await report('hidden')).toMatchObject({ violations: 2, finished: false })
    await read(1)
    expect(await read(2)).toMatchObject({ violations: 2, warning: null })
    expect(await report('hidden')).toMatchObject({ finished: true })
  })
})

it.each([
  { mode: 'warn', acknowledges: false, finished: [false, false, true] },
  { mode: 'strict', acknowledges: true, finished: [true, true, true] },
  { mode: 'observe', acknowledges: true, finished: [false, false, false] },
] as const)('replies have no warning in $mode, acknowledging: $acknowledges', async (one) => {
  const { report, read, loadWarnings } = await setUp(one.mode, one.acknowledges)
  expect(await loadWarnings()).toBeUndefined()
  const replies = [await report('hidden'), await report('hidden')]
  expect(await read(1)).not.toHaveProperty('warning')
  replies.push(await report('hidden'))
  expect(replies.map(({ finished }) => finished)).toEqual(one.finished)
  for (const reply of replies) expect(reply).not.toHaveProperty('warning')
})

it('opening developer tools, which takes the focus, is one violation', async () => {
  const { report } = await setUp('warn', false)
  const { at } = app.clock
  await report('blur', { at: at + 1_000 })
  expect(await report('devtools', { at: at + 1_300 })).toMatchObject({ violations: 1 })
})

describe('a strict attempt in a browser that asks nothing before a reload', () => {
  const firstWarning = { number: 1, kind: 'refresh', isCounted: true }

  it('continues after the first reload, ends with the second, and shows both to staff', async () => {
    const { report, read, loadWarnings, listKinds } = await setUp('strict', true, true)
    expect(await loadWarnings()).toEqual({ counted: 0, waiting: null, leftAt: null })
    const first = await report('refresh')
    expect(first).toMatchObject({
      violations: 1,
      remaining: 0,
      finished: false,
      warning: firstWarning,
    })
    const leftAt = new Date(app.clock.at).toISOString()
    expect(await loadWarnings()).toEqual({ counted: 1, waiting: first.warning, leftAt })
    const back = await report('refresh', { at: Date.parse(leftAt), durationMs: 3_000 })
    expect(back).toMatchObject({ finished: false, warning: { ...firstWarning, awayMs: 3_000 } })
    expect(await read(1)).toMatchObject({ violations: 1, finished: false, warning: null })
    expect(await loadWarnings()).toEqual({ counted: 1, waiting: null, leftAt: null })
    expect(await report('refresh')).toMatchObject({ violations: 2, finished: true })
    expect(await listKinds()).toEqual(['no-reload-prompt', 'refresh', 'warning-read', 'refresh'])
  })

  it('ends when its page comes back later than a reload takes', async () => {
    const { report } = await setUp('strict', true, true)
    await report('refresh')
    const { at } = app.clock
    app.advanceClock(60_000)
    expect(await report('refresh', { at, durationMs: 65_000 })).toMatchObject({ finished: true })
  })

  it.each(['hidden', 'back', 'devtools', 'blur'] as const)('ends with %s, too', async (kind) => {
    const { report } = await setUp('strict', true, true)
    await report('refresh')
    expect(await report(kind)).toMatchObject({ violations: 2, finished: true })
  })

  it('continues after the first reload on a device where the student resumes', async () => {
    const { report, resume, listKinds } = await setUp('strict')
    for (let n = 0; n < 2; n++) await resume({ noReloadPrompt: true })
    expect(await report('refresh')).toMatchObject({ finished: false, warning: firstWarning })
    expect(await listKinds()).toEqual(['no-reload-prompt', 'refresh'])
  })

  it('has no counterpart in observe mode: no warnings and no violations', async () => {
    const { report, loadWarnings } = await setUp('observe', true, true)
    expect(await loadWarnings()).toBeUndefined()
    expect(await report('refresh')).toEqual({ violations: 0, remaining: null, finished: false })
  })
})
