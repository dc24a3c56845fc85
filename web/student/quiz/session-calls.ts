import type { QueryClient } from '@tanstack/react-query'
import { putMessageAway } from '#contract/attempt-messages.ts'
import type { Warning as WireWarning } from '#contract/attempts.ts'
import { finishExpiredQuiz, finishQuiz, submitAnswer } from '#contract/attempts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listExams } from '#contract/exams.ts'
import { acknowledgeWarning, getAttemptClock, reportEvent } from '#contract/proctoring.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { getForcedFinishReason } from '#core/proctoring/policy.ts'
import type { Warning } from '#core/proctoring/warnings.ts'
import type {
  ProctoringEvent,
  SendEnd,
  SendLast,
  SessionEffect,
  SessionMessage,
  WindowMessage,
} from '#core/quiz-session/effects.ts'
import { callTimeoutMs } from '#core/quiz-session/ending.ts'
import type { ReportOutcome, SessionEvent } from '#core/quiz-session/events.ts'
import { removeStored, writeStored } from '../../client/browser-storage.ts'
import { toCallFailure } from '../../client/effect-runner.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { isServerBusy, RefusalError, request } from '../../client/request.ts'
import {
  type Answer,
  type PendingAnswer,
  type PendingAnswerStore,
  toAnswerBody,
} from './offline/pending-answers.ts'
import { type PendingReportStore, toEventBody } from './offline/pending-reports.ts'
import { sendLate } from './offline/send-late.ts'

type Effect = SessionEffect<Answer>
type Event = SessionEvent<Answer>

/** Browsers let no more than 64 KiB outlive a page. */
const maxKeepaliveAnswers = 400

export type SessionCallsOptions = {
  readonly client: QueryClient
  readonly attemptId: string
  readonly testId: string
  readonly store: PendingAnswerStore
  readonly reports: PendingReportStore
  /** Answers on this device that the server does not have. */
  readonly countWaiting: () => number
  readonly onMessage: (message: SessionMessage) => void
  readonly onBroadcast: (message: WindowMessage) => void
}

/**
 * Carries out the session's effects: calls the server, stores answers on the device, shows
 * messages.
 */
export function createSessionCalls(options: SessionCallsOptions) {
  const { client, attemptId, testId, store, reports } = options
  const params = { attemptId }
  const submit = (answer: PendingAnswer, sending: Sending) =>
    request(submitAnswer, { params: { attemptId, testId }, body: toAnswerBody(answer), ...sending })
  const report = (observed: ProctoringEvent, answers: readonly PendingAnswer[], sending: Sending) =>
    request(reportEvent, { params, body: toEventBody(observed, answers), ...sending })

  async function end({ kind, observed, answers: pending, timeoutMs }: SendEnd<Answer>) {
    const keepalive = pending.length < maxKeepaliveAnswers
    const startSending = () => ({ ...withTimeout(timeoutMs), keepalive })
    const answers = pending.map(toAnswerBody)
    if (kind === 'expired')
      return request(finishExpiredQuiz, { params, body: { answers }, ...startSending() })
    if (!observed) return request(finishQuiz, { params, body: { answers }, ...startSending() })
    await report(observed, pending, startSending()).catch(throwUnlessRefused)
    // The event has ended the attempt with its reason; this asks for it, or makes up for a refusal.
    const body = { reason: getForcedFinishReason(observed.kind), answers }
    return request(finishQuiz, { params, body, ...startSending() })
  }

  function sendLast({ answers, report: last, finish }: SendLast<Answer>) {
    const sending = { keepalive: true }
    const calls: Promise<unknown>[] = answers.map((answer) => submit(answer, sending))
    if (last) calls.push(report(last.observed, last.answers, sending))
    if (finish) {
      const body = { answers: finish.map(toAnswerBody) }
      calls.push(request(finishQuiz, { params, body, ...sending }))
    }
    Promise.allSettled(calls)
  }

  return (effect: Exclude<Effect, { type: 'wait' }>): Promise<Event | null> | null => {
    switch (effect.type) {
      case 'store-answer':
        return store
          .save(effect.answer)
          .then((sequence) => ({ type: 'answer-stored', sent: effect, sequence }))
      case 'forget-answer':
        store.remove(effect.answer)
        return null
      case 'load-answers':
        return store.load().then((answers) => ({ type: 'answers-loaded', sent: effect, answers }))
      case 'clear-attempt':
        store.removeAll(effect.answers)
        removeStored('postponed-questions', attemptId)
        invalidateEndpoints(client, listExams, listOwnAttempts)
        return null
      case 'send-answer':
        return submit(effect.answer, withTimeout(callTimeoutMs)).then(
          ({ endsAt }) => ({ type: 'answer-taken', sent: effect, endsAt: Date.parse(endsAt) }),
          (error) => ({ type: 'answer-failed', sent: effect, failure: toCallFailure(error) }),
        )
      case 'ask-clock':
        return request(getAttemptClock, {
          params,
          query: { waiting: options.countWaiting() || undefined },
          ...withTimeout(effect.timeoutMs),
        }).then(
          (reply) => {
            const { status, endsAt, elsewhere, pollAfterSeconds: pollSeconds } = reply
            const isRunning = status === 'In progress'
            const clock = {
              isRunning,
              endsAt: Date.parse(endsAt),
              pollSeconds,
              ...toNotices(reply),
              ...(elsewhere && { elsewhere }),
            }
            return { type: 'clock-received', sent: effect, clock }
          },
          (error) => ({ type: 'clock-failed', sent: effect, failure: toCallFailure(error) }),
        )
      case 'send-end':
        return end(effect).then(
          ({ finishReason, notTaken }) => {
            return { type: 'end-taken', sent: effect, finishReason, notTaken }
          },
          (error) => ({ type: 'end-failed', sent: effect, failure: toCallFailure(error) }),
        )
      case 'send-late':
        return sendLate(attemptId, effect.answers).then(
          (outcome) => ({ type: 'late-taken', sent: effect, outcome }),
          (error) => ({ type: 'late-failed', sent: effect, failure: toCallFailure(error) }),
        )
      case 'send-report':
        return report(effect.observed, effect.answers, withTimeout(callTimeoutMs)).then(
          (outcome) => ({ type: 'report-taken', sent: effect, outcome: toReportOutcome(outcome) }),
          (error) => ({ type: 'report-failed', sent: effect, failure: toCallFailure(error) }),
        )
      case 'send-acknowledgement': {
        const body = { number: effect.number, at: new Date(effect.at).toISOString() }
        return request(acknowledgeWarning, { params, body, keepalive: true }).then(
          (outcome) => {
            return {
              type: 'acknowledgement-taken',
              sent: effect,
              outcome: toReportOutcome(outcome),
            }
          },
          (error) => {
            return { type: 'acknowledgement-failed', sent: effect, failure: toCallFailure(error) }
          },
        )
      }
      case 'send-message-read':
        // The clock tells it again until the server knows.
        request(putMessageAway, {
          params: { attemptId, messageId: effect.id },
          keepalive: true,
        }).catch(() => undefined)
        return null
      case 'send-last':
        sendLast(effect)
        return null
      case 'store-report':
        reports.save(effect.report)
        return null
      case 'forget-report':
        reports.remove(effect.observed)
        return null
      case 'broadcast':
        options.onBroadcast(effect.message)
        return null
      case 'store-postponed':
        writeStored('postponed-questions', effect.questionIds.join(' '), attemptId)
        return null
      case 'show-message':
        options.onMessage(effect.message)
        return null
    }
  }
}

type Notices = Pick<
  ReplyOf<typeof getAttemptClock>,
  'endsAt' | 'serverTime' | 'paused' | 'timeChanges' | 'messages'
>

/** Notices from the clock and the paper about an attempt that the institute has acted on. */
export function toNotices({ endsAt, serverTime, paused, timeChanges, messages = [] }: Notices) {
  const repliedAt = Date.parse(serverTime)
  return {
    repliedAt,
    timeChanges,
    pause: paused
      ? {
          since: Date.parse(paused.since),
          reason: paused.reason ?? null,
          leftMs: Date.parse(endsAt) - repliedAt,
        }
      : null,
    messages: messages.map(({ _id: id, text, at }) => ({ id, text, at: Date.parse(at) })),
  }
}

export function toWarning(warning: WireWarning): Warning {
  return { ...warning, at: Date.parse(warning.at) }
}

function toReportOutcome({ warning, ...outcome }: ReplyOf<typeof reportEvent>): ReportOutcome {
  return warning === undefined ? outcome : { ...outcome, warning: warning && toWarning(warning) }
}

type Sending = { readonly signal: AbortSignal } | { readonly keepalive: boolean }

function withTimeout(ms: number) {
  return { signal: AbortSignal.timeout(ms) }
}

function throwUnlessRefused(error: unknown) {
  if (!(error instanceof RefusalError) || isServerBusy(error)) throw error
}
