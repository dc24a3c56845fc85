import { afterEach, expect, it } from 'vitest'
import { finishQuiz, getQuestions, submitAnswer } from '#contract/attempts.ts'
import { listExamAttempts } from '#contract/results.ts'
import type { QuestionNote, QuestionProgress } from '#core/attempts/free-paper.ts'
import { applyChange, untouched } from '#core/attempts/free-paper.ts'
import type { PendingAnswer, SessionEffect } from '#core/quiz-session/effects.ts'
import type { SessionEvent } from '#core/quiz-session/events.ts'
import { advanceFreeSession, createFreeSession } from '#core/quiz-session/free-session.ts'
import { createSeededRandom } from '#core/random.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { pickByRunLength } from '#test/long-run.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

type Answer = { readonly selectedOption: number }
type Pending = PendingAnswer<Answer | QuestionNote>
type Effect = SessionEffect<Answer | QuestionNote>
type Event = SessionEvent<Answer | QuestionNote>
type Progress = Record<string, QuestionProgress<Answer>>
type Quiz = Awaited<ReturnType<typeof startAttempt>>

const rounds = pickByRunLength(200, 12)
const questionCount = 5
const offline = { kind: 'offline' } as const

let app: TestApp
afterEach(() => app.close())

/** A browser whose page can crash, with a connection that loses calls and replies. */
function createBrowser(
  student: TestStudent,
  { attemptId, testId, paper }: Quiz,
  random: () => number,
) {
  const questionIds = paper.questions.map(({ _id }) => _id)
  const model: Progress = {}
  let rows: Pending[] = []
  let lastSequence = 0
  let calls: Effect[] = []
  let timers = new Set<string>()
  let state = createFreeSession<Answer>(toInput(), {})
  const toBody = ({ answer, ...key }: Pending) => ({ ...answer, ...key })

  function toInput() {
    const endsAt = Date.parse(paper.endsAt)
    return { questionIds, mode: 'observe' as const, endsAt, saved: [], waiting: rows }
  }
  function dispatch(event: Event) {
    app.advanceClock(50)
    const timed = { ...event, at: app.clock.at, jitter: random() }
    const [next, effects] = advanceFreeSession<Answer>(state, timed)
    state = next
    for (const effect of effects) applyEffect(effect)
  }
  function applyEffect(effect: Effect) {
    switch (effect.type) {
      case 'wait':
        timers.add(effect.timer)
        return
      case 'store-answer': {
        lastSequence = Math.max(effect.answer.sequence, lastSequence + 1)
        const { questionId, answer } = effect.answer
        rows.push({ questionId, answer, sequence: lastSequence })
        model[questionId] = applyChange(model[questionId] ?? untouched, answer, lastSequence)
        return dispatch({ type: 'answer-stored', sent: effect, sequence: lastSequence })
      }
      case 'forget-answer':
        rows = rows.filter(({ sequence }) => sequence !== effect.answer.sequence)
        return
      case 'send-answer':
      case 'load-answers':
      case 'send-end':
        calls.push(effect)
        return
    }
  }
  async function sendNext(canFail: boolean) {
    const call = calls.shift()
    if (!call) return
    const outcome = canFail ? random() : 1
    switch (call.type) {
      case 'load-answers':
        return dispatch({ type: 'answers-loaded', sent: call, answers: [...rows] })
      case 'send-answer': {
        const params = { attemptId, testId }
        const body = toBody(call.answer)
        if (outcome > 0.2)
          expect((await student.request(submitAnswer, { params, body })).status).toBe(200)
        return outcome < 0.4
          ? dispatch({ type: 'answer-failed', sent: call, failure: offline })
          : dispatch({ type: 'answer-taken', sent: call, endsAt: Date.parse(paper.endsAt) })
      }
      case 'send-end': {
        const body = { answers: call.answers.map(toBody) }
        if (outcome < 0.2) return dispatch({ type: 'end-failed', sent: call, failure: offline })
        await student.request(finishQuiz, { params: { attemptId }, body })
        return dispatch({ type: 'end-taken', sent: call, finishReason: 'Completed' })
      }
    }
  }
  return {
    model,
    questionIds,
    dispatch,
    sendNext,
    isEnded: () => state.phase.at === 'ended',
    isWaiting: () => state.queue.waiting.length > 0,
    endWaits() {
      const due = [...timers].filter((timer) => timer !== 'poll')
      timers = new Set()
      for (const timer of due) dispatch({ type: 'waited', timer })
    },
    /** The page is gone, a call may still arrive, and the next page knows the device and the server. */
    async crash() {
      calls = []
      timers = new Set()
      const { json } = await student.request(getQuestions, { params: { testId } })
      state = createFreeSession<Answer>(toInput(), json.progress as Progress)
      dispatch({ type: 'started' })
    },
  }
}

it('no answer, clearing or mark is lost in crashes and lost calls', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const questions = createQuestions(questionCount)
  const exam = { questions, navigation: 'free', attemptsAllowed: 0, duration: 600 } as const
  const { _id: testId } = await createReleasedExam(admin, exam)
  const student = await createStudent(app)
  for (let round = 0; round < rounds; round++) {
    const random = createSeededRandom(round + 1)
    const pick = (count: number) => Math.floor(random() * count)
    const quiz = await startAttempt(student, testId)
    const browser = createBrowser(student, quiz, random)
    browser.dispatch({ type: 'started' })
    for (let move = 0; move < 40; move++) {
      const kind = pick(12)
      if (kind < 3) browser.dispatch({ type: 'chosen', answer: { selectedOption: pick(4) } })
      else if (kind === 3) browser.dispatch({ type: 'chosen', answer: null })
      else if (kind === 4) browser.dispatch({ type: 'mark-pressed' })
      else if (kind < 7)
        browser.dispatch({ type: 'went', to: browser.questionIds[pick(questionCount)] ?? '' })
      else if (kind < 10) await browser.sendNext(true)
      else if (kind === 10) browser.endWaits()
      else if (pick(4) === 0) await browser.crash()
    }
    const isEndingWithQueue = random() < 0.5
    for (let n = 0; n < 60 && browser.isWaiting() && !isEndingWithQueue; n++) {
      browser.endWaits()
      await browser.sendNext(false)
    }
    if (!isEndingWithQueue) {
      const { json } = await student.request(getQuestions, { params: { testId } })
      expect(json.progress, `round ${round}`).toEqual(browser.model)
    }
    browser.dispatch({ type: 'went', to: 'end' })
    app.advanceClock(1000)
    browser.dispatch({ type: 'submitted' })
    for (let n = 0; n < 80 && !browser.isEnded(); n++) {
      browser.endWaits()
      await browser.sendNext(n < 5)
    }
    expect(browser.isEnded()).toBe(true)
    const right = quiz.paper.questions.filter(({ _id, options }) => {
      const chosen = browser.model[_id]?.answer?.value
      return chosen && options[chosen.selectedOption]?.text.startsWith('right')
    })
    const { json } = await admin.request(listExamAttempts, { params: { testId } })
    const attempt = json.find(({ _id }) => _id === quiz.attemptId)
    expect(attempt?.score, `round ${round}`).toBe(right.length)
  }
})
