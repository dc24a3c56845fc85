import { afterEach, expect, it } from 'vitest'
import { getQuestions, startQuiz } from '#contract/attempts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { acknowledgeWarning, reportEvent } from '#contract/proctoring.ts'
import { listExamAttempts } from '#contract/results.ts'
import { maxUncountedAwayMs } from '#core/proctoring/warnings.ts'
import type { ProctoringEvent, SessionEffect } from '#core/quiz-session/effects.ts'
import type { SessionEvent } from '#core/quiz-session/events.ts'
import { advanceSession } from '#core/quiz-session/session.ts'
import { createSession, type SessionState } from '#core/quiz-session/session-state.ts'
import { getShownWarning } from '#core/quiz-session/warnings.ts'
import { createReleasedExam, createStudent } from '#test/factories.ts'
import { pickByRunLength } from '#test/long-run.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
afterEach(() => app.close())

const rounds = pickByRunLength(200, 12)
const movesPerRound = 25

it(
  `a warning counts only when it was shown and read, or after 60 s away, in ${rounds} rounds of leaving, reloading and scrolling`,
  async () => {
    app = await createTestApp()
    const admin = await app.createAdmin()
    const exam = await createReleasedExam(admin, { integrityMode: 'warn', duration: 600 })
    let endedRounds = 0
    for (let round = 0; round < rounds; round++) {
      const random = createRandom(round + 1)
      const student = await createStudent(app)
      const window = await openWindow(student, exam._id, random)
      for (let n = 0; n < movesPerRound && !window.isEnded(); n++) {
        await window.move()
        const { violations, pressed, awayMs } = await window.tally()
        const mayCount = pressed.size + Math.floor(awayMs / maxUncountedAwayMs)
        expect(Math.min(violations, 2), `round ${round}, move ${n}`).toBeLessThanOrEqual(mayCount)
        if (violations > 2) expect(mayCount, `round ${round} ended`).toBeGreaterThanOrEqual(2)
      }
      await window.runUntilIdle()
      const { violations, delivered } = await window.tally()
      expect(violations, `round ${round}: each press counts`).toBeGreaterThanOrEqual(delivered.size)
      if (window.isEnded()) endedRounds += 1
    }
    const { json } = await admin.request(listExamAttempts, { params: { testId: exam._id } })
    const ended = json.filter(({ finishReason }) => finishReason !== null)
    expect(ended).toHaveLength(endedRounds)
  },
  pickByRunLength(600_000, 60_000),
)

/** Numbers from 0 up to 1, the same ones for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

type Session = SessionState<never>

/** The browser's side of one attempt on an unreliable connection to the real server. */
async function openWindow(student: TestClient, testId: string, random: () => number) {
  const start = { params: { testId }, body: { acknowledgesWarnings: true } }
  const { json } = await student.request(startQuiz, start)
  const params = { attemptId: json.quizAttemptId }
  let session: Session
  let timers = new Set<string>()
  /** The numbers of the warnings that were shown and read before they counted. */
  const pressed = new Set<number>()
  /** Without those that a page which was left may not have sent. */
  const delivered = new Set<number>()
  let awayMs = 0
  let isReliable = false
  let violations = 0
  let isEnded = false

  const toIso = (at: number) => new Date(at).toISOString()
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const passTime = (ms: number) => app.advanceClock(Math.round(ms))

  async function load() {
    const reply = await student.request(getQuestions, { params: { testId } })
    if (reply.status !== 200) {
      isEnded = true
      return
    }
    const { warnings, endsAt, questions } = reply.json
    const waiting = warnings?.waiting && {
      ...warnings.waiting,
      at: Date.parse(warnings.waiting.at),
    }
    const leftAt = warnings?.leftAt ? Date.parse(warnings.leftAt) : null
    timers = new Set()
    session = createSession<never>({
      questionIds: questions.map(({ _id }) => _id),
      mode: 'warn',
      endsAt: Date.parse(endsAt),
      saved: [],
      waiting: [],
      warnings: { counted: warnings?.counted ?? 0, waiting: waiting ?? null, leftAt },
    })
    await dispatch({ type: 'started' })
    await dispatch({ type: 'watched' })
  }

  async function dispatch(event: SessionEvent<never>): Promise<void> {
    const [next, effects] = advanceSession(session, { ...event, at: app.clock.at, jitter: 0.5 })
    session = next
    for (const effect of effects) await applyEffect(effect)
  }

  async function applyEffect(effect: SessionEffect<never>) {
    if (effect.type === 'wait') timers.add(effect.timer)
    if (effect.type === 'send-end') isEnded = true
    if (effect.type === 'send-last' && effect.report) await report(effect.report.observed)
    if (effect.type === 'send-report') {
      const outcome = await call(() => report(effect.observed))
      return dispatch(
        outcome
          ? { type: 'report-taken', sent: effect, outcome }
          : { type: 'report-failed', sent: effect, failure: { kind: 'offline' } },
      )
    }
    if (effect.type === 'send-acknowledgement') {
      const outcome = await call(() => acknowledge(effect.number, effect.at))
      return dispatch(
        outcome
          ? { type: 'acknowledgement-taken', sent: effect, outcome }
          : { type: 'acknowledgement-failed', sent: effect, failure: { kind: 'offline' } },
      )
    }
  }

  /** Requests and replies may be lost. */
  async function call<T>(send: () => Promise<T>): Promise<T | null> {
    passTime(random() * 300)
    const chance = isReliable ? 1 : random()
    if (chance < 0.1) return null
    const reply = await send()
    return chance < 0.2 ? null : reply
  }

  async function report({ kind, at, durationMs }: ProctoringEvent) {
    const body = { kind, at: toIso(at), ...(durationMs !== undefined && { durationMs }) }
    return toReceived((await student.request(reportEvent, { params, body })).json)
  }

  async function acknowledge(number: number, at: number) {
    const body = { number, at: toIso(at) }
    return toReceived((await student.request(acknowledgeWarning, { params, body })).json)
  }

  function toReceived({ warning, ...outcome }: ReplyOf<typeof reportEvent>) {
    violations = outcome.violations
    isEnded ||= outcome.finished
    return { ...outcome, warning: warning && { ...warning, at: Date.parse(warning.at) } }
  }

  async function leave() {
    const observed = { kind: pick(['hidden', 'blur'] as const), at: app.clock.at }
    const durationMs = Math.round(random() < 0.15 ? 30_000 + random() * 60_000 : random() * 15_000)
    await dispatch({ type: 'observed', observed })
    passTime(durationMs)
    awayMs += app.clock.at - observed.at
    await dispatch({
      type: 'observed',
      observed: { ...observed, durationMs: app.clock.at - observed.at },
    })
  }

  async function reload() {
    const { at } = app.clock
    if (session.warnings.unsent) delivered.delete(session.warnings.unsent.number)
    await dispatch({ type: 'page-hidden' })
    passTime(random() < 0.1 ? 65_000 : random() * 4_000)
    awayMs += app.clock.at - at
    await load()
  }

  async function press() {
    const warning = getShownWarning(session)
    if (!warning) return
    if (!warning.isCounted) pressed.add(warning.number)
    delivered.add(warning.number)
    await dispatch({ type: 'warning-read' })
  }

  async function fireTimers() {
    const due = [...timers].filter((timer) => timer === 'warning' || timer.startsWith('report'))
    for (const timer of due) timers.delete(timer)
    for (const timer of due) await dispatch({ type: 'waited', timer })
  }

  const moves = [
    leave,
    leave,
    leave,
    reload,
    press,
    press,
    fireTimers,
    scroll,
    openDevtools,
    goBack,
  ]
  /** Reading takes time, and nothing else. */
  async function scroll() {
    passTime(random() * 30_000)
  }
  async function openDevtools() {
    await dispatch({ type: 'observed', observed: { kind: 'devtools', at: app.clock.at } })
  }
  async function goBack() {
    await dispatch({ type: 'observed', observed: { kind: 'back', at: app.clock.at } })
  }

  await load()
  return {
    isEnded: () => isEnded,
    async move() {
      passTime(1_100 + random() * 2_000)
      await pick(moves)()
    },
    async runUntilIdle() {
      isReliable = true
      for (let n = 0; n < 3 && !isEnded; n++) await fireTimers()
    },
    async tally() {
      const reply = await student.request(getQuestions, { params: { testId } })
      const counted = reply.json.warnings?.counted
      return { violations: counted ?? violations, pressed, delivered, awayMs }
    },
  }
}
