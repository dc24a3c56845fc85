import { setTimeout as pause } from 'node:timers/promises'
import { studentLogin } from '#contract/accounts.ts'
import { finishExpiredQuiz, getQuestions, startQuiz, submitAnswer } from '#contract/attempts.ts'
import { checkToken } from '#contract/current-session.ts'
import { listExams } from '#contract/exams.ts'
import { getNews } from '#contract/news.ts'
import { getAttemptClock, getServerTime } from '#contract/proctoring.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { getEndDelayMs, getPollMs, usualPollSeconds } from '#core/quiz-session/clock-interval.ts'
import type { RandomNumber } from '#core/random.ts'
import { getCallRetryMs } from '#core/retry/backoff.ts'
import { getNewsDelayMs, getPollAfterSeconds } from '#core/students/news-interval.ts'
import { buildUrl } from '#server/http/in-process-client.ts'
import { waitUntilDue } from '../../scripts/rehearsal/wait-until-due.ts'
import type { CallOptions, Connection, Reply } from './connection.ts'
import type { Call, Tallies } from './figures.ts'

type StudentOptions = {
  readonly connection: Connection
  readonly email: string
  readonly password: string
  readonly testId: string
  readonly tallies: Tallies
  readonly random: RandomNumber
}

export type Student = ReturnType<typeof createStudent>

const maxTries = 6

/** The calls of one student's screens, each due at a moment of `performance.now()`. */
export function createStudent(options: StudentOptions) {
  const { connection, email, password, testId, tallies, random } = options
  let attemptId = ''
  let endsAtMs = 0
  let questions: readonly PaperQuestion[] = []
  let isOnPanel = false
  let isTakingExam = false
  let pollSeconds = usualPollSeconds
  let lastAnswerAt = 0

  /** Retries as the screens do. */
  async function send(call: Call, method: 'GET' | 'POST', path: string, sent: CallOptions = {}) {
    for (let tries = 1; ; tries++) {
      const reply = await connection.send(method, path, sent)
      const isAnswered = reply.status >= 200 && reply.status < 300
      if (isAnswered || (sent.etag && reply.status === 304)) return reply
      tallies.refuse(call, reply)
      const canRetry = reply.status === 503 || reply.status === 0
      if (!canRetry || tries === maxTries) {
        tallies.fail(call)
        throw new CallFailed(`${call}: ${reply.status} ${reply.text.slice(0, 200)}`)
      }
      await pause(getCallRetryMs(tries, random(), reply.retryAfterMs))
    }
  }

  /** Waits until it is due, and counts from then on, however late it began. */
  async function measure<T>(call: Call, dueAt: number, run: () => Promise<T>): Promise<T> {
    const from = await waitUntilDue(dueAt)
    const result = await run()
    tallies.record(call, from)
    return result
  }

  async function loadPanel(call: Call) {
    await send(call, 'GET', checkToken.path)
    await send(call, 'GET', listExams.path)
    await send(call, 'GET', listOwnAttempts.path)
  }

  async function pollNews() {
    let pollAfterSeconds = getPollAfterSeconds(0)
    let etag: string | undefined
    while (isOnPanel) {
      const reply = await measure('news', performance.now(), () =>
        send('news', 'GET', getNews.path, { etag }),
      ).catch(ignore)
      if (reply?.status === 200) {
        pollAfterSeconds = readJson<{ pollAfterSeconds: number }>(reply).pollAfterSeconds
        etag = reply.etag
      }
      await pause(getNewsDelayMs({ pollAfterSeconds, failures: 0 }, random()))
    }
  }

  /** As the quiz does: later after an answer, and as seldom as the server wants. */
  async function pollClock() {
    const path = buildUrl(getAttemptClock.path, { attemptId })
    for (;;) {
      const waitMs = getPollMs(pollSeconds, random())
      lastAnswerAt = performance.now()
      for (let restMs = waitMs; restMs > 0; restMs = lastAnswerAt + waitMs - performance.now()) {
        await pause(restMs)
      }
      if (!isTakingExam) return
      await measure('clock', performance.now(), async () => {
        const reply = await send('clock', 'GET', path)
        pollSeconds =
          readJson<{ pollAfterSeconds?: number }>(reply).pollAfterSeconds ?? usualPollSeconds
      }).catch(ignore)
    }
  }

  return {
    async logIn(dueAt: number) {
      const body = { email, password }
      await measure('log in', dueAt, () => send('log in', 'POST', studentLogin.path, { body }))
      await measure('panel', performance.now(), () => loadPanel('panel'))
      isOnPanel = true
      void pollNews()
    },

    /** Before the start the screen tries the connection, and compares the clocks, twice. */
    async enterLobby(dueAt: number) {
      await measure('lobby', dueAt, async () => {
        await send('lobby', 'GET', getServerTime.path)
        await send('lobby', 'GET', getServerTime.path)
      })
    },

    /** From the press of Start to the paper. */
    async begin(dueAt: number) {
      isOnPanel = false
      const paper = await measure('paper', dueAt, async () => {
        const path = buildUrl(startQuiz.path, { testId })
        const started = await send('paper', 'POST', path, { body: {} })
        attemptId = readJson<{ quizAttemptId: string }>(started).quizAttemptId
        return send('paper', 'GET', buildUrl(getQuestions.path, { testId }))
      })
      const read = readJson<{ endsAt: string; questions: PaperQuestion[] }>(paper)
      questions = read.questions
      endsAtMs = Date.parse(read.endsAt)
      isTakingExam = true
      void pollClock()
    },

    /** Question after question, and again from the first; the last choice of each counts. */
    async answer(dueAts: readonly number[]) {
      const path = buildUrl(submitAnswer.path, { attemptId, testId })
      for (const [turn, dueAt] of dueAts.entries()) {
        const question = questions[turn % questions.length]
        const option = question?.options[Math.floor(random() * question.options.length)]
        if (!question || !option) throw new Error('The paper is empty')
        const body = { questionId: question._id, selectedAnswer: option.text, sequence: turn + 1 }
        await measure('answer', dueAt, () => send('answer', 'POST', path, { body })).catch(ignore)
        lastAnswerAt = performance.now()
      }
    },

    /** 0 for who did not get a paper. */
    endsAtMs: () => endsAtMs,

    /** Plays the quiz after its deadline: it asks for the clock, then ends the attempt. */
    async end(bellAt: number) {
      isTakingExam = false
      const dueAt = bellAt + getEndDelayMs(pollSeconds, random())
      await measure('end', dueAt, async () => {
        await send('end', 'GET', buildUrl(getAttemptClock.path, { attemptId }))
        const path = buildUrl(finishExpiredQuiz.path, { attemptId })
        await send('end', 'POST', path, { body: { answers: [] } })
      })
    },

    /** The device is switched off: the server ends the attempt. */
    leave() {
      isTakingExam = false
    },

    returnToPanel: (dueAt: number) => measure('panel again', dueAt, () => loadPanel('panel again')),
  }
}

type PaperQuestion = {
  readonly _id: string
  readonly options: readonly { readonly text: string }[]
}

/** Counted where it happened. */
export class CallFailed extends Error {}

export function ignore(error: unknown) {
  if (!(error instanceof CallFailed)) throw error
  return undefined
}

function readJson<T>({ text }: Reply): T {
  return JSON.parse(text) as T
}
