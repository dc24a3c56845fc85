import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { finishExpiredQuiz, finishQuiz, submitAnswer } from '#contract/attempts.ts'
import { getClock, reportEvent } from '#contract/exam-room.ts'
import { listTests } from '#contract/exams.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { graceMs } from '#core/deadline.ts'
import { reasonFor } from '#core/integrity.ts'
import { ask, Refused } from '../../api.ts'
import { refresh } from '../../query.ts'
import { serverNow } from '../../server-clock.ts'
import { openAnswerQueue } from './answer-queue.ts'
import { pauseAfter } from './back-off.ts'
import { openEnding } from './ending.ts'
import { type Paper, paperKey } from './paper.ts'
import { eventOf, openReporter } from './watch/reporter.ts'

/** A call that hangs is given up and tried anew; a round trip of 10 s is slow, but no hanging. */
const callMs = 30_000
/** Lets the server's clock pass the deadline, too. */
const aMomentMs = 500

/** The queue, the ending and the reporter of one attempt, wired to the server. */
export function useParts(testId: string, paper: Paper) {
  const client = useQueryClient()
  const [parts] = useState(() => openParts(client, testId, paper))
  return parts
}

function openParts(client: QueryClient, testId: string, paper: Paper) {
  const attemptId = paper.quizAttemptId
  const params = { attemptId }
  const soon = () => ({ signal: AbortSignal.timeout(callMs) })
  const key = paperKey(testId)
  // Minutes may be added while the quiz runs.
  const keepEnd = (endsAt: string) =>
    client.setQueryData<Paper>(key, (kept) => kept && { ...kept, endsAt })
  const endsAt = () => Date.parse(client.getQueryData<Paper>(key)?.endsAt ?? paper.endsAt)

  const queue = openAnswerQueue({
    send: async (body) => {
      const given = { params: { attemptId, testId }, body, ...soon() }
      const reply = await ask(submitAnswer, given)
      keepEnd(reply.endsAt)
    },
    pause: pauseAfter,
    now: serverNow,
    saved: paper.questions.flatMap(({ _id, selectedAnswer }) =>
      selectedAnswer === null ? [] : _id,
    ),
  })
  const reporter = openReporter({
    queue,
    send: (body, isLast) =>
      ask(reportEvent, { params, body, ...(isLast ? { keepalive: true } : soon()) }),
    pause: pauseAfter,
    now: serverNow,
  })
  const end = openEnding({
    queue,
    finish: () => ask(finishQuiz, { params, body: {}, ...soon() }),
    finishExpired: (answers) => ask(finishExpiredQuiz, { params, body: { answers }, ...soon() }),
    finishForced: async (seen, answers) => {
      const event = { params, body: eventOf(seen, answers), keepalive: true, ...soon() }
      await ask(reportEvent, event).catch(throwUnlessRefused)
      // The event has ended the attempt with its reason; this asks for it, or makes up for a refusal.
      const body = { reason: reasonFor(seen.kind), answers }
      return ask(finishQuiz, { params, body, keepalive: true, ...soon() })
    },
    pause: pauseAfter,
    aMoment: () => new Promise((resolve) => setTimeout(resolve, aMomentMs)),
    isTooLate: () => serverNow() > endsAt() + graceMs,
    onEnded: () => refresh(client, listTests, listOwnAttempts),
  })
  /** Every answer carries the server's time, too; this asks for nothing else. */
  const lookAtClock = async () => {
    const clock = await ask(getClock, { params, ...soon() }).catch(() => null)
    if (clock?.status === 'Completed') end.learn()
    if (clock?.status === 'In progress') keepEnd(clock.endsAt)
  }
  return { queue, end, reporter, lookAtClock }
}

function throwUnlessRefused(fault: unknown) {
  if (!(fault instanceof Refused)) throw fault
}
