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
import { openAnswerQueue, type WaitingAnswer } from './answer-queue.ts'
import { pauseAfter } from './back-off.ts'
import { openEnding } from './ending.ts'
import { joined, keptAnswersOf } from './kept/kept-answers.ts'
import { endingAt, type OpenPaper, paperKey } from './paper.ts'
import { tellOtherWindows } from './two-windows.ts'
import { eventOf, openReporter } from './watch/reporter.ts'

/** A call that hangs is given up and tried anew, but not on a net whose round trip takes 10 s. */
const callMs = 30_000
/** At the deadline an end has 15 s to arrive: it is given up sooner, and later each time it was in vain. */
const lastCallMs = [12_000, 20_000, 40_000] as const
/** Browsers let no more than 64 KiB outlive a page. */
const mostThatOutlive = 400
/** Lets the server's clock pass the deadline, too. */
const aMomentMs = 500
/** Who has not answered by then is not waited for: the end has to arrive in time. */
const timeLeftMs = 2000
/** A queue that is sent one by one over a slow net goes faster in one piece. */
const aWhileMs = 10_000

/** The queue, the ending and the reporter of one attempt, wired to the server. */
export function useParts(testId: string, paper: OpenPaper) {
  const client = useQueryClient()
  const [parts] = useState(() => openParts(client, testId, paper))
  return parts
}

function openParts(client: QueryClient, testId: string, paper: OpenPaper) {
  const attemptId = paper.quizAttemptId
  const params = { attemptId }
  const within = (ms: number) => ({ signal: AbortSignal.timeout(ms) })
  const soon = () => within(callMs)
  const ending = (failures: number, answers: readonly WaitingAnswer[]) => {
    const lastMs = lastCallMs[failures] ?? lastCallMs[2]
    const hasTime = getServerTime() + callMs < endsAt()
    return {
      ...within(hasTime ? Math.max(callMs, lastMs) : lastMs),
      keepalive: answers.length < mostThatOutlive,
    }
  }
  const key = paperKey(testId)
  // Minutes may be added while the quiz runs.
  const keepEnd = (endsAt: string) =>
    client.setQueryData<OpenPaper>(key, (kept) => kept && endingAt(kept, endsAt))
  const endsAt = () => Date.parse(client.getQueryData<OpenPaper>(key)?.endsAt ?? paper.endsAt)

  const kept = keptAnswersOf(attemptId, testId, endsAt)
  const submit = (body: WaitingAnswer, keepalive: boolean) =>
    request(submitAnswer, {
      params: { attemptId, testId },
      body,
      ...(keepalive ? { keepalive } : soon()),
    })
  const queue = openAnswerQueue({
    send: async (answer) => {
      const reply = await submit(answer, false)
      keepEnd(reply.endsAt)
      const { questionId, sequence } = answer
      tellOtherWindows(attemptId, { says: 'saved', answer: { questionId, sequence } })
    },
    pause: pauseAfter,
    now: getServerTime,
    kept,
    saved: paper.questions.flatMap(({ _id, selectedAnswer }) =>
      selectedAnswer === null ? [] : _id,
    ),
    waiting: paper.waiting,
  })
  const reporter = openReporter({
    queue,
    send: (body, isLast) =>
      request(reportEvent, { params, body, ...(isLast ? { keepalive: true } : soon()) }),
    pause: pauseAfter,
    now: getServerTime,
  })
  /** Another window's answers end with the attempt, too. */
  const ofAllWindows = async (answers: readonly WaitingAnswer[]) => [
    ...joined(await kept.load(), answers),
  ]
  const end = openEnding({
    queue,
    finish: async (own, failures) => {
      const answers = await ofAllWindows(own)
      return request(finishQuiz, { params, body: { answers }, ...ending(failures, answers) })
    },
    finishExpired: async (own, failures) => {
      const answers = await ofAllWindows(own)
      return request(finishExpiredQuiz, { params, body: { answers }, ...ending(failures, answers) })
    },
    finishForced: async (seen, own, failures) => {
      const answers = [...own]
      const event = { params, body: eventOf(seen, answers), ...ending(failures, answers) }
      await request(reportEvent, event).catch(throwUnlessRefused)
      // The event has ended the attempt with its reason; this asks for it, or makes up for a refusal.
      const body = { reason: getForcedFinishReason(seen.kind), answers }
      return request(finishQuiz, { params, body, ...ending(failures, answers) })
    },
    finishLeaving: (answers) => {
      const body = { answers: [...answers] }
      request(finishQuiz, { params, body, keepalive: true }).catch(() => undefined)
    },
    pause: pauseAfter,
    aWhile: () => after(aWhileMs),
    aMoment: () => after(aMomentMs),
    endsAt,
    hasTimeLeftAfter: async (end) => {
      await lookAtClock(timeLeftMs)
      return endsAt() > Math.max(end, getServerTime())
    },
    isTooLate: () => getServerTime() > endsAt() + graceMs,
    onEnded: () => {
      kept.clear()
      tellOtherWindows(attemptId, { says: 'ended' })
      invalidateEndpoints(client, listExams, listOwnAttempts)
    },
  })
  /** Every answer carries the server's time, too; this asks for nothing else. */
  async function lookAtClock(longestMs = callMs): Promise<boolean> {
    const clock = await request(getAttemptClock, { params, ...within(longestMs) }).catch(() => null)
    if (clock?.status === 'Completed') end.learn()
    if (clock?.status === 'In progress') keepEnd(clock.endsAt)
    return clock !== null
  }
  /** The page goes away: its calls are made once more, by such as outlive it. */
  const leave = () => {
    end.leave()
    if (end.get().at !== 'open' || paper.integrityMode === 'strict') return
    for (const answer of queue.left()) submit(answer, true).catch(() => undefined)
  }
  return { queue, end, reporter, lookAtClock, leave }
}

function after(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms))
}

function throwUnlessRefused(fault: unknown) {
  if (!(fault instanceof RefusalError) || isServerBusy(fault)) throw fault
}
