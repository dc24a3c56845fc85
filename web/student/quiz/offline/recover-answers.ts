import { useEffect } from 'react'
import { submitAnswer } from '#contract/attempts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listOwnAttempts } from '#contract/results.ts'
import {
  type AnswerQueue,
  advanceQueue,
  createAnswerQueue,
  isDrained,
} from '#core/quiz-session/answer-queue.ts'
import type { QueueEffect, SendAnswer } from '#core/quiz-session/effects.ts'
import type { LateOutcome, QueueEvent } from '#core/quiz-session/events.ts'
import { registerAccountCleanup } from '../../../client/account-data.ts'
import {
  createObservableStore,
  createRunner,
  toCallFailure,
  useObservableStore,
} from '../../../client/effect-runner.ts'
import { getRetryAfterMs, isServerBusy, NetworkError, request } from '../../../client/request.ts'
import { waitBeforeRetry } from '../../../client/retry-policy.ts'
import { getLastServerTime } from '../../../client/server-clock.ts'
import {
  type Answer,
  clearPendingAnswers,
  listOfflineAttempts,
  type OfflineAttempt,
  openPendingAnswerStore,
  toAnswerBody,
} from './pending-answers.ts'
import { listPendingReports, removePendingReport } from './pending-reports.ts'
import { recoverReports } from './recover-reports.ts'
import {
  countAnswers,
  type Recovery,
  type RecoveryState,
  toOutcomeState,
} from './recovery-state.ts'
import { sendLate } from './send-late.ts'

type Attempt = ReplyOf<typeof listOwnAttempts>[number]

const callTimeoutMs = 30_000

/** How long a message is shown. */
const messageMs = 15_000

const recoveries = createObservableStore<readonly (Recovery & { readonly at: number })[]>([])
let work: Promise<void> | null = null
/** Counts logouts on this page: sending begun for one account must not go on as another. */
let accountLeaves = 0
const runningSends = new Set<() => void>()

registerAccountCleanup(() => {
  accountLeaves += 1
  for (const end of runningSends) end()
  recoveries.set([])
})

/**
 * Sends what a crash or a bad net has left on this device, without the quiz being open. Only to
 * attempts of the student who is logged in: what another student left here waits for that student.
 */
export function useRecoverAnswers(): readonly Recovery[] {
  useEffect(() => {
    recoverAnswers()
  }, [])
  return useObservableStore(recoveries)
}

/** Resolves when nothing of this student waits on this device, or nothing more can be sent. */
export function recoverAnswers(): Promise<void> {
  if (work) return work
  const since = performance.now() - messageMs
  recoveries.set(recoveries.get().filter(({ at }) => at > since))
  work = sendAll().finally(() => {
    work = null
  })
  return work
}

async function sendAll() {
  const leavesAtStart = accountLeaves
  const unsent = await listOfflineAttempts()
  const hasReports = (await listPendingReports()).length > 0
  const attempts = unsent.length > 0 || hasReports ? await fetchOwnAttempts() : []
  for (const one of unsent) {
    if (leavesAtStart !== accountLeaves) return
    const ownAttempt = attempts.find(({ _id }) => _id === one.attemptId)
    if (ownAttempt && one.waiting.length > 0) await send(one, ownAttempt)
    else if (ownAttempt?.status === 'Completed') await openStore(one).clear()
  }
  if (leavesAtStart !== accountLeaves) return
  await recoverReports((attemptId) => attempts.some(({ _id }) => _id === attemptId))
}

async function send(unsent: OfflineAttempt, { testTitle, status }: Attempt) {
  const { attemptId, waiting } = unsent
  const store = openStore(unsent)
  const leavesAtStart = accountLeaves
  const setRecovery = (state: RecoveryState) => {
    if (leavesAtStart !== accountLeaves || countAnswers(waiting) === 0) return
    const others = recoveries.get().filter((one) => one.attemptId !== attemptId)
    recoveries.set([...others, { attemptId, testTitle, ...state, at: performance.now() }])
  }
  if (status === 'In progress') {
    const queue = await sendWaiting(unsent, ({ sendError, waiting: remaining }) => {
      const count = countAnswers(remaining)
      const state = sendError === 'offline' ? 'offline' : 'sending'
      if (count > 0) setRecovery({ state, count })
    })
    if (leavesAtStart !== accountLeaves) return
    if (!queue.isOver) return setRecovery({ state: 'saved' })
  }
  const outcome = await sendLateUntilReceived(unsent, setRecovery)
  // The attempt was reopened, or is gone: they wait for the next time.
  if (!outcome || leavesAtStart !== accountLeaves) return
  await store.removeAll(waiting)
  setRecovery(toOutcomeState(waiting, outcome))
}

/** Tries again until the server has said what became of them; null if it refuses. */
async function sendLateUntilReceived(
  { attemptId, waiting }: OfflineAttempt,
  setRecovery: (state: RecoveryState) => void,
): Promise<LateOutcome | null> {
  const count = countAnswers(waiting)
  const leavesAtStart = accountLeaves
  for (let failures = 1; ; failures += 1) {
    try {
      setRecovery({ state: 'sending', count })
      return await sendLate(attemptId, waiting)
    } catch (error) {
      const isTemporary = error instanceof NetworkError || isServerBusy(error)
      if (!isTemporary || leavesAtStart !== accountLeaves) return null
      setRecovery({ state: error instanceof NetworkError ? 'offline' : 'sending', count })
      await waitBeforeRetry(failures, getRetryAfterMs(error))
    }
  }
}

type Queue = AnswerQueue<Answer>

/** Resolves when nothing waits, nothing more can be sent, or the account has left. */
function sendWaiting(unsent: OfflineAttempt, onChange: (queue: Queue) => void): Promise<Queue> {
  const { attemptId, testId, waiting } = unsent
  const store = openStore(unsent)
  const sendAnswer = async (sent: SendAnswer<Answer>): Promise<QueueEvent<Answer>> => {
    const signal = AbortSignal.timeout(callTimeoutMs)
    const body = toAnswerBody(sent.answer)
    return request(submitAnswer, { params: { attemptId, testId }, body, signal }).then(
      ({ endsAt }) => ({ type: 'answer-taken', sent, endsAt: Date.parse(endsAt) }),
      (error) => ({ type: 'answer-failed', sent, failure: toCallFailure(error) }),
    )
  }
  const runner = createRunner<Queue, QueueEvent<Answer>, QueueEffect<Answer>>({
    initial: createAnswerQueue<Answer>([], waiting),
    advance: advanceQueue<Answer>,
    onWaited: (timer) => ({ type: 'waited', timer }),
    applyEffect: (effect) => {
      if (effect.type === 'send-answer') return sendAnswer(effect)
      if (effect.type === 'forget-answer') store.remove(effect.answer)
      return null
    },
  })
  const handleOnline = () => runner.dispatch({ type: 'browser', change: 'online' })
  window.addEventListener('online', handleOnline)
  return new Promise((resolve) => {
    const end = () => {
      runner.stop()
      runningSends.delete(end)
      window.removeEventListener('online', handleOnline)
      resolve(runner.get())
    }
    runningSends.add(end)
    runner.subscribe(() => {
      onChange(runner.get())
      if (isDrained(runner.get())) end()
    })
    runner.dispatch({ type: 'started' })
  })
}

async function fetchOwnAttempts(): Promise<readonly Attempt[]> {
  const leavesAtStart = accountLeaves
  for (let failures = 1; ; failures += 1) {
    try {
      return await request(listOwnAttempts, { signal: AbortSignal.timeout(callTimeoutMs) })
    } catch (error) {
      if (!(error instanceof NetworkError) || leavesAtStart !== accountLeaves) return []
      await waitBeforeRetry(failures)
    }
  }
}

function openStore({ attemptId, testId, endsAt }: OfflineAttempt) {
  return openPendingAnswerStore(attemptId, testId, () => endsAt)
}

/** How long after an attempt's end its answers are kept on a shared machine. */
const retentionMs = 24 * 60 * 60 * 1000

/** Whether nobody may come for it any more, by the server's clock in milliseconds since 1970. */
export function isExpired({ endsAt }: Pick<OfflineAttempt, 'endsAt'>, now: number): boolean {
  return now > endsAt + retentionMs
}

/**
 * When an account leaves: only answers that wait stay on the device, and not for ever. How old they
 * are is judged by a time that the server sent, since the clock of a lab's machine may be wrong.
 */
export async function deleteExpiredAnswers(): Promise<void> {
  const now = getLastServerTime()
  for (const attempt of await listOfflineAttempts()) {
    const isTooOld = now !== null && isExpired(attempt, now)
    if (attempt.waiting.length === 0 || isTooOld) await clearPendingAnswers(attempt.attemptId)
  }
  for (const report of await listPendingReports())
    if (now !== null && isExpired(report, now)) await removePendingReport(report)
}
