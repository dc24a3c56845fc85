import { setTimeout as pause } from 'node:timers/promises'
import { studentLogin } from '#contract/accounts.ts'
import { finishExpiredQuiz, getQuestions, startQuiz, submitAnswer } from '#contract/attempts.ts'
import { checkToken } from '#contract/current-session.ts'
import type { BodyOf, Endpoint, ParamsOf, ReplyOf } from '#contract/endpoint.ts'
import { listExams } from '#contract/exams.ts'
import { getAttemptClock } from '#contract/proctoring.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { getEndDelayMs, getPollMs, usualPollSeconds } from '#core/quiz-session/clock-interval.ts'
import type { Client, EndpointOptions, Reply } from './http-client.ts'
import { type RetryOptions, retry } from './retry.ts'
import type { Tallies } from './tallies.ts'
import { waitUntilDue } from './wait-until-due.ts'

/** Calls of every student's screens; a class may have others beside these. */
export type ScreenCall = 'log in' | 'panel' | 'paper' | 'answer' | 'clock' | 'end'

type StudentOptions<Call extends string> = Pick<
  RetryOptions,
  'maxTries' | 'canRetry' | 'random' | 'signal'
> & {
  readonly client: Client
  readonly tallies: Pick<Tallies<Call | ScreenCall>, 'record' | 'refuse' | 'fail'>
  /** Names what came instead of a good reply; its status if left out. */
  readonly describe?: (reply: Reply<unknown>) => string
}

export type Paper = ReplyOf<typeof getQuestions>

/** A call that was given up, and counted where it happened. */
export class FailedCall extends Error {}

export function ignoreFailure(error: unknown) {
  if (!(error instanceof FailedCall)) throw error
  return undefined
}

/** A made-up student with the calls of the screens, each due at a moment of `performance.now()`. */
export function createStudent<Call extends string = never>(options: StudentOptions<Call>) {
  const { client, tallies, describe = ({ status }) => `${status}`, ...retryOptions } = options
  const { random = Math.random, signal } = retryOptions
  let pollSeconds = usualPollSeconds
  let lastAnswerAt = 0

  /** Retries as the screens do, and counts it; a call without a name is not counted. */
  async function send<E extends Endpoint>(
    endpoint: E,
    call: Call | ScreenCall | null,
    sent?: EndpointOptions<E>,
  ): Promise<Reply<ReplyOf<E>>> {
    const reply = await retry<Reply<ReplyOf<E>>>(() => client.request(endpoint, sent), {
      ...retryOptions,
      onRetry: (refusal) => call && tallies.refuse(call, describe(refusal)),
    })
    if ((reply.status >= 200 && reply.status < 300) || reply.status === 304) return reply
    if (call) tallies.fail(call, describe(reply))
    throw new FailedCall(`${endpoint.method} ${endpoint.path}: ${describe(reply)}`)
  }

  /** Waits until it is due, and counts from then on, however late it began. */
  async function measure<T>(call: Call | ScreenCall, dueAt: number, run: () => Promise<T>) {
    const from = await waitUntilDue(dueAt, signal)
    const result = await run()
    tallies.record(call, performance.now() - from)
    return result
  }

  async function loadPanel(call: Call | 'panel' = 'panel', dueAt = performance.now()) {
    await measure(call, dueAt, async () => {
      await send(checkToken, call)
      await send(listExams, call)
      await send(listOwnAttempts, call)
    })
  }

  return {
    send,
    measure,
    loadPanel,

    async logIn(dueAt: number, body: BodyOf<typeof studentLogin>) {
      await measure('log in', dueAt, () => send(studentLogin, 'log in', { body }))
    },

    /** From the press of Start to the paper. */
    begin(dueAt: number, testId: string): Promise<Paper> {
      const params = { testId }
      const body = { kinds: ['single-choice'], acknowledgesWarnings: true }
      return measure('paper', dueAt, async () => {
        await send(startQuiz, 'paper', { params, body })
        return (await send(getQuestions, 'paper', { params })).json
      })
    },

    async answer(
      dueAt: number,
      params: ParamsOf<typeof submitAnswer>,
      body: BodyOf<typeof submitAnswer>,
    ) {
      try {
        await measure('answer', dueAt, () => send(submitAnswer, 'answer', { params, body }))
      } finally {
        lastAnswerAt = performance.now()
      }
    },

    /** As the quiz does: later after an answer, and as seldom as the server wants. */
    async pollClock(attemptId: string, isOver: AbortSignal) {
      const ask = async () => {
        const { json } = await send(getAttemptClock, 'clock', { params: { attemptId } })
        pollSeconds = json.pollAfterSeconds ?? usualPollSeconds
      }
      for (;;) {
        const waitMs = getPollMs(pollSeconds, random())
        lastAnswerAt = performance.now()
        for (let restMs = waitMs; restMs > 0; restMs = lastAnswerAt + waitMs - performance.now()) {
          await pause(restMs, undefined, { signal: isOver }).catch(() => {})
          if (isOver.aborted) return
        }
        await measure('clock', performance.now(), ask).catch((error) => {
          if (!isOver.aborted) ignoreFailure(error)
        })
      }
    },

    /** Plays the quiz after its deadline: it asks for the clock, then ends the attempt. */
    async endAtBell(attemptId: string, bellAt: number) {
      const params = { attemptId }
      await measure('end', bellAt + getEndDelayMs(pollSeconds, random()), async () => {
        await send(getAttemptClock, 'end', { params })
        await send(finishExpiredQuiz, 'end', { params, body: { answers: [] } })
      })
    },
  }
}
