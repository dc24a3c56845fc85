import { afterEach, expect, it } from 'vitest'
import { finishExpiredQuiz, finishQuiz, submitAnswer } from '#contract/attempts.ts'
import { listLateAnswers, sendLateAnswers } from '#contract/late-answers.ts'
import { getAttemptClock } from '#contract/proctoring.ts'
import { getAnswers, listOwnAttempts } from '#contract/results.ts'
import type { PendingAnswer, SessionEffect } from '#core/quiz-session/effects.ts'
import type { CallFailure, SessionEvent } from '#core/quiz-session/events.ts'
import { advanceSession } from '#core/quiz-session/session.ts'
import { createSession } from '#core/quiz-session/session-state.ts'
import { createSeededRandom } from '#core/random.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
  studentPassword,
  type TestStudent,
} from '#test/factories.ts'
import { pickByRunLength } from '#test/long-run.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

type Answer = { readonly selectedOption: number }
type Pending = PendingAnswer<Answer>
type Effect = SessionEffect<Answer>
type Event = SessionEvent<Answer>
type Reply = { readonly status: number; readonly json: unknown }
type Quiz = Awaited<ReturnType<typeof startAttempt>>

const minute = 60_000
const rounds = pickByRunLength(100, 20)
const questionCount = 6

let app: TestApp
afterEach(() => app.close())

/** A browser: the session as the quiz runs it, a device that outlives the page, and a connection. */
function createBrowser(
  student: TestStudent,
  { attemptId, testId, paper }: Quiz,
  isLost: () => boolean,
) {
  let rows: Pending[] = []
  let isOnline = true
  const questionIds = paper.questions.map(({ _id }) => _id)
  const params = { attemptId }
  const toBody = ({ questionId, answer, sequence }: Pending) => ({
    ...answer,
    questionId,
    sequence,
  })
  const removeRows = (keys: readonly { sequence: number }[]) => {
    rows = rows.filter((row) => !keys.some(({ sequence }) => sequence === row.sequence))
  }

  /** A refusal is an answer, too; a lost reply has reached the server. */
  async function call<T>(
    send: () => Promise<Reply>,
    onReply: (json: T) => Event,
    onFailure: (failure: CallFailure) => Event,
  ): Promise<Event> {
    if (!isOnline) return onFailure({ kind: 'offline' })
    const { status, json } = await send()
    if (isLost()) return onFailure({ kind: 'offline' })
    if (status < 400) return onReply(json as T)
    const { code, message } = json as { code: string; message: string }
    return onFailure({ kind: 'refused', code, message, retryAfterMs: 0 })
  }

  async function applyEffect(effect: Effect): Promise<Event | null> {
    switch (effect.type) {
      case 'store-answer':
        rows = [...rows, effect.answer]
        return { type: 'answer-stored', sent: effect, sequence: effect.answer.sequence }
      case 'forget-answer':
        removeRows([effect.answer])
        return null
      case 'clear-attempt':
        removeRows(effect.answers)
        return null
      case 'load-answers':
        return { type: 'answers-loaded', sent: effect, answers: rows }
      case 'send-answer':
        return call<{ endsAt: string }>(
          () =>
            student.request(submitAnswer, {
              params: { attemptId, testId },
              body: toBody(effect.answer),
            }),
          ({ endsAt }) => ({ type: 'answer-taken', sent: effect, endsAt: Date.parse(endsAt) }),
          (failure) => ({ type: 'answer-failed', sent: effect, failure }),
        )
      case 'ask-clock':
        return call<{ status: string; endsAt: string }>(
          () => student.request(getAttemptClock, { params }),
          ({ status, endsAt }) => ({
            type: 'clock-received',
            sent: effect,
            clock: { isRunning: status === 'In progress', endsAt: Date.parse(endsAt) },
          }),
          () => ({ type: 'clock-failed', sent: effect }),
        )
      case 'send-end': {
        const body = { answers: effect.answers.map(toBody) }
        const endpoint = effect.kind === 'expired' ? finishExpiredQuiz : finishQuiz
        return call<{ finishReason: string }>(
          () => student.request(endpoint, { params, body }),
          ({ finishReason }) => ({ type: 'end-taken', sent: effect, finishReason }),
          (failure) => ({ type: 'end-failed', sent: effect, failure }),
        )
      }
      case 'send-late':
        return call<Record<'saved' | 'late' | 'declined', string[]>>(
          () =>
            student.request(sendLateAnswers, {
              params,
              body: { answers: effect.answers.map(toBody) },
            }),
          (outcome) => ({ type: 'late-taken', sent: effect, outcome }),
          (failure) => ({ type: 'late-failed', sent: effect, failure }),
        )
      default:
        return null
    }
  }

  function openPage(saved: readonly string[]) {
    const endsAt = Date.parse(paper.endsAt)
    let state = createSession<Answer>({
      questionIds,
      mode: 'observe',
      endsAt,
      saved,
      waiting: rows,
    })
    let timers: { name: string; at: number }[] = []

    async function dispatch(first: Event) {
      const events: Event[] = [first]
      for (let event = events.shift(); event; event = events.shift()) {
        const [next, effects] = advanceSession(state, { ...event, at: app.clock.at, jitter: 0.5 })
        state = next
        for (const effect of effects) {
          if (effect.type === 'wait') {
            timers = timers.filter(({ name }) => name !== effect.timer)
            timers.push({ name: effect.timer, at: app.clock.at + effect.ms })
            continue
          }
          const reply = await applyEffect(effect)
          if (reply) events.push(reply)
        }
      }
    }

    /** Lets time pass, with whatever waits for it. */
    async function pass(ms: number) {
      const until = app.clock.at + ms
      for (;;) {
        const due = timers.toSorted((one, other) => one.at - other.at)[0]
        if (!due || due.at > until) break
        timers = timers.filter((one) => one !== due)
        app.advanceClock(Math.max(0, due.at - app.clock.at))
        await dispatch({ type: 'waited', timer: due.name })
      }
      app.advanceClock(Math.max(0, until - app.clock.at))
    }
    return { state: () => state, dispatch, pass }
  }

  return {
    rows: () => rows,
    setOnline(value: boolean) {
      isOnline = value
    },
    openPage,
    /** Recovers answers as the panel does for an attempt that is over. */
    async recover() {
      const body = { answers: rows.map(toBody) }
      if (body.answers.length === 0) return
      await student.request(sendLateAnswers, { params, body })
      removeRows(rows)
    },
  }
}

type Totals = Record<'chosen' | 'counted' | 'late' | 'closed', number>

/** Offline before the end, online some time after: returns answers that nobody accounts for. */
async function playRound(
  admin: TestClient,
  student: TestStudent,
  { testId, seed, totals }: { testId: string; seed: number; totals: Totals },
): Promise<string[]> {
  const random = createSeededRandom(seed)
  const pick = (count: number) => Math.floor(random() * count)
  let lossRate = 0
  const quiz = await startAttempt(student, testId)
  const browser = createBrowser(student, quiz, () => random() < lossRate)
  const page = browser.openPage([])
  const endsAt = Date.parse(quiz.paper.endsAt)
  await page.dispatch({ type: 'started' })

  const chosen = new Map<string, number>()
  const offlineFrom = pick(questionCount)
  const submittedCount = offlineFrom + pick(questionCount - offlineFrom)
  for (let n = 0; n < submittedCount; n += 1) {
    if (n === offlineFrom) {
      browser.setOnline(false)
      await page.dispatch({ type: 'browser', change: 'offline' })
    }
    await page.pass(1000 + pick(3 * minute))
    const selectedOption = pick(4)
    chosen.set(page.state().questionId ?? '', selectedOption)
    await page.dispatch({ type: 'chosen', answer: { selectedOption } })
    await page.dispatch({ type: 'submitted' })
    await page.pass(600)
  }
  browser.setOnline(false)
  await page.dispatch({ type: 'browser', change: 'offline' })
  const isClosed = random() < 0.4
  if (!isClosed && random() < 0.5) {
    const selectedOption = pick(4)
    chosen.set(page.state().questionId ?? '', selectedOption)
    await page.dispatch({ type: 'chosen', answer: { selectedOption } })
  }

  const isClosedBeforeEnd = isClosed && random() < 0.5
  if (!isClosedBeforeEnd) {
    await page.pass(Math.max(0, endsAt - app.clock.at))
    await page.dispatch({ type: 'time-over' })
    await page.pass(pick(2) * minute)
  }
  const awayMs = 1000 + pick(pick(2) === 0 ? 20_000 : 5 * 60 * minute)
  if (isClosed) app.advanceClock(Math.max(0, endsAt - app.clock.at) + minute + awayMs)
  else await page.pass(awayMs)

  browser.setOnline(true)
  lossRate = 0.3
  if (isClosed) await browser.recover()
  else {
    await page.dispatch({ type: 'browser', change: 'online' })
    for (let n = 0; n < 40 && browser.rows().length > 0; n += 1) await page.pass(minute)
    await page.pass(2 * minute)
  }

  totals.chosen += chosen.size
  totals.closed += isClosed ? 1 : 0
  const params = { attemptId: quiz.attemptId }
  const { json: late } = await admin.request(listLateAnswers, { params })
  const { json: sheet } = await admin.request(getAnswers, {
    params: { testId, studentId: student.id },
    query: { attempt: quiz.attemptId },
  })
  const own = (await student.request(listOwnAttempts)).json.find(
    ({ _id }) => _id === quiz.attemptId,
  )
  const lost = [...chosen].flatMap(([questionId, option]) => {
    const place = quiz.paper.questions.findIndex(({ _id }) => _id === questionId)
    const text = quiz.paper.questions[place]?.options[option]?.text
    const answered = sheet.answers.find((one) => one.questionId === questionId)
    if (answered && 'selectedAnswer' in answered && answered.selectedAnswer === text) {
      totals.counted += 1
      return []
    }
    const kept = late.answers.find((one) => one.questionId === questionId)
    const isKept = kept?.chosen[0] === option && kept.isBeforeEnd
    if (isKept && own?.ending?.late.includes(place + 1)) {
      totals.late += 1
      return []
    }
    return [`seed ${seed}: question ${place + 1}, option ${option}: ${JSON.stringify(own?.ending)}`]
  })
  const remaining = browser.rows().length
  return remaining === 0 ? lost : [...lost, `seed ${seed}: ${remaining} left on the device`]
}

it(`every answer is accounted for in ${rounds} rounds of "offline before the end, online after it"`, async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const student = await createStudent(app)
  const { _id: testId } = await createReleasedExam(admin, {
    questions: createQuestions(questionCount),
    attemptsAllowed: 0,
    integrityMode: 'observe',
  })
  const totals: Totals = { chosen: 0, counted: 0, late: 0, closed: 0 }
  const failures: string[] = []
  for (let seed = 1; seed <= rounds; seed += 1) {
    await student.send('POST', '/api/auth/studentLogin', {
      body: { email: student.email, password: studentPassword },
    })
    failures.push(...(await playRound(admin, student, { testId, seed, totals })))
  }
  console.log(totals)
  expect(failures).toEqual([])
  expect(totals.late).toBeGreaterThan(0)
  expect(totals.counted).toBeGreaterThan(0)
}, 600_000)
