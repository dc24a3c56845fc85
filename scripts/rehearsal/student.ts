import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { changePassword, studentLogin } from '#contract/accounts.ts'
import {
  finishExpiredQuiz,
  finishQuiz,
  getQuestions,
  startQuiz,
  submitAnswer,
} from '#contract/attempts.ts'
import { checkToken } from '#contract/current-session.ts'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { listExams } from '#contract/exams.ts'
import { getLobby } from '#contract/lobby.ts'
import { getAttemptClock, getServerTime } from '#contract/proctoring.ts'
import { completeRegistration } from '#contract/registration.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { getEndDelayMs, getPollMs, usualPollSeconds } from '#core/quiz-session/clock-interval.ts'
import { getCallRetryMs } from '#core/retry/backoff.ts'
import { createClient, type Reply, type RequestOptions } from './http-client.ts'
import { isPassing } from './staff.ts'
import type { CallName, Tallies } from './tallies.ts'
import { waitUntilDue } from './wait-until-due.ts'

type StudentOptions = {
  readonly url: URL
  readonly email: string
  readonly oneTimePassword: string
  readonly tallies: Tallies
  /** Ends everything: a pause ends at once, and no other call is made. */
  readonly signal: AbortSignal
}

export type Student = ReturnType<typeof createStudent>

/** An attempt that runs, in moments of `performance.now()`. */
type Attempt = {
  readonly attemptId: string
  readonly endsAt: number
  readonly questions: readonly { readonly _id: string; readonly options: readonly unknown[] }[]
}

const maxTries = 8
/** Half of a class stays until the bell. */
const earlyShare = 0.5
/**
 * Share of the time spent on answers; a student who thinks longest still gets to the last question.
 */
const workingShare = 0.7

/** Given up, and counted where it happened. */
class FailedCall extends Error {}

/** Too long to be taken for a common one, which happens to one short password in 2,000. */
export function createPassword(): string {
  return randomBytes(24).toString('base64url')
}

/** A made-up student, with the calls that the screens make. */
export function createStudent({ url, email, oneTimePassword, tallies, signal }: StudentOptions) {
  const client = createClient(url)
  const password = createPassword()
  let pollSeconds = usualPollSeconds

  /** Retries as the screens do, and waits as long as the server asks for. */
  async function send<E extends Endpoint>(
    endpoint: E,
    { call, ...options }: RequestOptions<E> & { call?: CallName | undefined },
  ): Promise<ReplyOf<E>> {
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted()
      const reply = await client.request<Endpoint>(endpoint, options)
      if (reply.status >= 200 && reply.status < 300) return reply.json as never
      const canRetry = isPassing(reply.status) && tries < maxTries
      if (canRetry && call) tallies.refuse(call, describe(reply))
      if (!canRetry) {
        if (call) tallies.fail(call)
        throw new FailedCall(`${endpoint.method} ${endpoint.path}: ${describe(reply)}`)
      }
      await pause(getCallRetryMs(tries, Math.random(), reply.retryAfterMs), undefined, { signal })
    }
  }

  /** From the moment it was due, however late it began. */
  async function measure<T>(call: CallName, dueAt: number, run: () => Promise<T>): Promise<T> {
    const from = await waitUntilDue(dueAt, signal)
    const result = await run()
    tallies.record(call, performance.now() - from)
    return result
  }

  async function loadPanel() {
    const call = 'panel'
    await send(checkToken, { call })
    await send(listExams, { call })
    await send(listOwnAttempts, { call })
  }

  /** @returns when Start becomes live: never before the server's clock says so */
  async function waitInLobby(testId: string): Promise<number> {
    for (;;) {
      const lobby = await measure('lobby', performance.now(), () =>
        send(getLobby, { call: 'lobby', params: { testId } }),
      )
      const opensAt = Date.parse(lobby.window?.opensAt ?? lobby.serverTime)
      const waitMs = opensAt + lobby.startOffsetMs - Date.parse(lobby.serverTime)
      const liveAt = performance.now() + waitMs
      const pollMs = lobby.pollAfterSeconds * 1_000
      if (waitMs <= pollMs) return liveAt
      await pause(pollMs, undefined, { signal })
    }
  }

  async function begin(testId: string): Promise<Attempt> {
    const call = 'lobby to paper'
    const body = { kinds: ['single-choice'], acknowledgesWarnings: true }
    await send(startQuiz, { call, params: { testId }, body })
    const paper = await send(getQuestions, { call, params: { testId } })
    const msLeft = Date.parse(paper.endsAt) - Date.parse(paper.serverTime)
    const { quizAttemptId: attemptId, questions } = paper
    return { attemptId, questions, endsAt: performance.now() + msLeft }
  }

  async function answerAll({ attemptId, questions, endsAt }: Attempt, testId: string) {
    const meanMs = (workingShare * (endsAt - performance.now())) / questions.length
    const params = { attemptId, testId }
    for (const [place, { _id: questionId, options }] of questions.entries()) {
      const dueAt = performance.now() + meanMs * (0.5 + Math.random())
      if (dueAt >= endsAt) return
      const selectedOption = Math.floor(Math.random() * options.length)
      const body = { questionId, selectedOption, sequence: place + 1 }
      await measure('answer', dueAt, () => send(submitAnswer, { call: 'answer', params, body }))
    }
  }

  /** As the quiz does while it is in sight, until `isOver`. */
  async function pollClock({ attemptId }: Attempt, isOver: AbortSignal) {
    for (;;) {
      const waitMs = getPollMs(pollSeconds, Math.random())
      await pause(waitMs, undefined, { signal: isOver }).catch(() => {})
      if (isOver.aborted) return
      const reply = await measure('clock', performance.now(), () =>
        send(getAttemptClock, { call: 'clock', params: { attemptId } }),
      )
      pollSeconds = reply.pollAfterSeconds ?? usualPollSeconds
    }
  }

  /** Some press Finish after the last question; the others are ended by the bell. */
  async function end({ attemptId, endsAt }: Attempt) {
    const params = { attemptId }
    if (Math.random() < earlyShare) {
      const body = { reason: 'Completed' }
      await measure('end', performance.now(), () => send(finishQuiz, { call: 'end', params, body }))
      return
    }
    const dueAt = endsAt + getEndDelayMs(pollSeconds, Math.random())
    await measure('end', dueAt, async () => {
      await send(getAttemptClock, { call: 'end', params })
      await send(finishExpiredQuiz, { call: 'end', params, body: { answers: [] } })
    })
  }

  return {
    /** The first sign-in, days before the exam: nothing of it is measured. */
    async signInFirst() {
      await send(changePassword, {
        body: { email, password: oneTimePassword, newPassword: password },
      })
      await send(completeRegistration, { body: registration })
    },

    /** From the doors to the end of the attempt. @returns whether all of it went well */
    async takeExam(testId: string, dueAt: number): Promise<boolean> {
      const quiz = new AbortController()
      let polling = Promise.resolve()
      try {
        await measure('log in', dueAt, () =>
          send(studentLogin, { call: 'log in', body: { email, password } }),
        )
        await measure('panel', performance.now(), loadPanel)
        const liveAt = await waitInLobby(testId)
        const pressedAt = Math.max(liveAt, performance.now())
        const attempt = await measure('lobby to paper', pressedAt, () => begin(testId))
        const isOver = AbortSignal.any([signal, quiz.signal])
        polling = pollClock(attempt, isOver).catch(ignoreFailure)
        await answerAll(attempt, testId)
        await end(attempt)
        return true
      } catch (error) {
        ignoreFailure(error)
        return false
      } finally {
        quiz.abort()
        await polling
      }
    },

    async getServerTime(): Promise<number> {
      const { serverTime } = await send(getServerTime, {})
      return Date.parse(serverTime)
    },

    close: client.close,
  }
}

/** It is in the tallies. */
function ignoreFailure(error: unknown) {
  if (!(error instanceof FailedCall)) throw error
}

function describe({ status, json }: Reply<unknown>): string {
  if (status === 0) return 'no answer'
  return json.code ?? String(status)
}

/** Made-up values of the fields that the table of students leaves out. */
const registration = {
  phone: '00000 00000',
  dob: '01-01-2000',
  gender: 'other',
  role: 'workingProfessional',
  designation: 'Made up',
  company: 'Rehearsal',
  fname: 'Made up',
  fphone: '00000 00000',
  laddress: 'Rehearsal',
  paddress: 'Rehearsal',
  referral: 'Google',
  ...({ termsAccepted: 'true', privacyConsent: 'true' } as const),
}
