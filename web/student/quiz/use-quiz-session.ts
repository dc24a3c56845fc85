import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { finishExpiredQuiz, finishQuiz, submitAnswer } from '#contract/attempts.ts'
import { listExams } from '#contract/exams.ts'
import { getAttemptClock, reportEvent } from '#contract/proctoring.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { graceMs } from '#core/attempts/deadline.ts'
import { getForcedFinishReason } from '#core/proctoring/policy.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { isServerBusy, RefusalError, request } from '../../client/request.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { waitBeforeRetry } from '../../client/retry-policy.ts'
import { createAnswerQueue } from './offline/answer-queue.ts'
import type { PendingAnswer } from './offline/pending-answer.ts'
import { mergeAnswers, openPendingAnswerStore } from './offline/pending-answers.ts'
import { createEventReporter, toEventBody } from './proctoring/event-reporter.ts'
import { createSubmission } from './submission.ts'
import { notifyOtherTabs } from './use-multi-tab-sync.ts'
import { extendPaper, getPaperKey, type QuizPaper } from './use-paper.ts'

/** A call that hangs is given up and tried anew, but not on a net whose round trip takes 10 s. */
const callTimeoutMs = 30_000
/** At the deadline an end has 15 s to arrive: it is given up sooner, and later each time it was in vain. */
const finalCallTimeoutsMs = [12_000, 20_000, 40_000] as const
/** Browsers let no more than 64 KiB outlive a page. */
const maxKeepaliveAnswers = 400
/** Lets the server's clock pass the deadline, too. */
const deadlineSlackMs = 500
/** Who has not answered by then is not waited for: the end has to arrive in time. */
const deadlineCheckTimeoutMs = 2000
/** A queue that is sent one by one over a slow net goes faster in one piece. */
const drainTimeoutMs = 10_000

/** The queue, the ending and the reporter of one attempt, wired to the server. */
export function useQuizSession(testId: string, paper: QuizPaper) {
  const client = useQueryClient()
  const [session] = useState(() => createQuizSession(client, testId, paper))
  return session
}

function createQuizSession(client: QueryClient, testId: string, paper: QuizPaper) {
  const attemptId = paper.quizAttemptId
  const params = { attemptId }
  const withTimeout = (ms: number) => ({ signal: AbortSignal.timeout(ms) })
  const withCallTimeout = () => withTimeout(callTimeoutMs)
  const getFinishOptions = (failures: number, answers: readonly PendingAnswer[]) => {
    const finalTimeoutMs = finalCallTimeoutsMs[failures] ?? finalCallTimeoutsMs[2]
    const hasTime = getServerTime() + callTimeoutMs < endsAt()
    return {
      ...withTimeout(hasTime ? Math.max(callTimeoutMs, finalTimeoutMs) : finalTimeoutMs),
      keepalive: answers.length < maxKeepaliveAnswers,
    }
  }
  const key = getPaperKey(testId)
  // Minutes may be added while the quiz runs.
  const saveDeadline = (endsAt: string) =>
    client.setQueryData<QuizPaper>(key, (cached) => cached && extendPaper(cached, endsAt))
  const endsAt = () => Date.parse(client.getQueryData<QuizPaper>(key)?.endsAt ?? paper.endsAt)

  const store = openPendingAnswerStore(attemptId, testId, endsAt)
  const submit = (body: PendingAnswer, keepalive: boolean) =>
    request(submitAnswer, {
      params: { attemptId, testId },
      body,
      ...(keepalive ? { keepalive } : withCallTimeout()),
    })
  const queue = createAnswerQueue({
    send: async (answer) => {
      const reply = await submit(answer, false)
      saveDeadline(reply.endsAt)
      const { questionId, sequence } = answer
      notifyOtherTabs(attemptId, { type: 'saved', answer: { questionId, sequence } })
    },
    pause: waitBeforeRetry,
    now: getServerTime,
    store,
    saved: paper.questions.flatMap((question) =>
      ('selectedAnswers' in question ? question.selectedAnswers : question.selectedAnswer) === null
        ? []
        : question._id,
    ),
    waiting: paper.waiting,
  })
  const reporter = createEventReporter({
    queue,
    send: (body, isLast) =>
      request(reportEvent, { params, body, ...(isLast ? { keepalive: true } : withCallTimeout()) }),
    pause: waitBeforeRetry,
    now: getServerTime,
  })
  /** Another window's answers end with the attempt, too. */
  const collectFromAllTabs = async (answers: readonly PendingAnswer[]) => [
    ...mergeAnswers(await store.load(), answers),
  ]
  const submission = createSubmission({
    queue,
    finish: async (ownAnswers, failures) => {
      const answers = await collectFromAllTabs(ownAnswers)
      return request(finishQuiz, {
        params,
        body: { answers },
        ...getFinishOptions(failures, answers),
      })
    },
    finishExpired: async (ownAnswers, failures) => {
      const answers = await collectFromAllTabs(ownAnswers)
      return request(finishExpiredQuiz, {
        params,
        body: { answers },
        ...getFinishOptions(failures, answers),
      })
    },
    finishForced: async (observed, ownAnswers, failures) => {
      const answers = [...ownAnswers]
      const eventRequest = {
        params,
        body: toEventBody(observed, answers),
        ...getFinishOptions(failures, answers),
      }
      await request(reportEvent, eventRequest).catch(throwUnlessRefused)
      // The event has ended the attempt with its reason; this asks for it, or makes up for a refusal.
      const body = { reason: getForcedFinishReason(observed.kind), answers }
      return request(finishQuiz, { params, body, ...getFinishOptions(failures, answers) })
    },
    finishLeaving: (answers) => {
      const body = { answers: [...answers] }
      request(finishQuiz, { params, body, keepalive: true }).catch(() => undefined)
    },
    pause: waitBeforeRetry,
    waitForDrain: () => delay(drainTimeoutMs),
    waitForDeadline: () => delay(deadlineSlackMs),
    endsAt,
    hasTimeLeftAfter: async (previousEndsAt) => {
      await refreshDeadline(deadlineCheckTimeoutMs)
      return endsAt() > Math.max(previousEndsAt, getServerTime())
    },
    isTooLate: () => getServerTime() > endsAt() + graceMs,
    onEnded: () => {
      store.clear()
      notifyOtherTabs(attemptId, { type: 'ended' })
      invalidateEndpoints(client, listExams, listOwnAttempts)
    },
  })
  /** Every answer carries the server's time, too; this asks for nothing else. */
  async function refreshDeadline(timeoutMs = callTimeoutMs): Promise<boolean> {
    const clock = await request(getAttemptClock, { params, ...withTimeout(timeoutMs) }).catch(
      () => null,
    )
    if (clock?.status === 'Completed') submission.fetchOutcome()
    if (clock?.status === 'In progress') saveDeadline(clock.endsAt)
    return clock !== null
  }
  /** The page goes away: its calls are made once more, by such as outlive it. */
  const handlePageHide = () => {
    submission.leave()
    if (submission.get().at !== 'open' || paper.integrityMode === 'strict') return
    for (const answer of queue.getUnsent()) submit(answer, true).catch(() => undefined)
  }
  return { queue, submission, reporter, refreshDeadline, handlePageHide }
}

function delay(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms))
}

function throwUnlessRefused(error: unknown) {
  if (!(error instanceof RefusalError) || isServerBusy(error)) throw error
}
