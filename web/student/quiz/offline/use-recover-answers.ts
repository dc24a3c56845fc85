import { useEffect } from 'react'
import { submitAnswer } from '#contract/attempts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { registerAccountCleanup } from '../../../client/account-data.ts'
import { createObservableStore, useObservableStore } from '../../../client/observable-store.ts'
import { NetworkError, request } from '../../../client/request.ts'
import { getServerTime } from '../../../client/server-clock.ts'
import { waitBeforeRetry } from '../../../client/retry-policy.ts'
import { type AnswerQueue, createAnswerQueue } from './answer-queue.ts'
import {
  listOfflineAttempts,
  type OfflineAttempt,
  openPendingAnswerStore,
} from './pending-answers.ts'

type Attempt = ReplyOf<typeof listOwnAttempts>[number]

export type Recovery = {
  readonly attemptId: string
  readonly testTitle: string
  readonly count: number
  readonly state: 'sending' | 'offline' | 'saved' | 'over'
}

const callTimeoutMs = 30_000

/** Said for a while, then forgotten. */
const messageMs = 15_000

const recoveries = createObservableStore<readonly (Recovery & { readonly at: number })[]>([])
let work: Promise<void> | null = null
/** Counts the accounts that have left this page: what one began to send is not sent as another. */
let accountLeaves = 0
const openQueues = new Set<AnswerQueue>()

registerAccountCleanup(() => {
  accountLeaves += 1
  for (const queue of openQueues) queue.close()
  recoveries.set([])
})

/**
 * Sends what a crash or a bad net has left on this device, without the quiz being open. Only to
 * attempts of whoever is logged in: what another student left here waits for that student.
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
  const attempts = unsent.length > 0 ? await fetchOwnAttempts() : []
  for (const one of unsent) {
    if (leavesAtStart !== accountLeaves) return
    const ownAttempt = attempts.find(({ _id }) => _id === one.attemptId)
    if (ownAttempt && one.waiting.length > 0) await send(one, ownAttempt)
    else if (ownAttempt?.status === 'Completed') await openStore(one).clear()
  }
}

async function send(unsent: OfflineAttempt, { testTitle, status }: Attempt) {
  const { attemptId, testId, waiting } = unsent
  const store = openStore(unsent)
  const leavesAtStart = accountLeaves
  const setRecovery = (state: Recovery['state'], count = waiting.length) => {
    if (leavesAtStart !== accountLeaves) return
    const others = recoveries.get().filter((one) => one.attemptId !== attemptId)
    recoveries.set([...others, { attemptId, testTitle, count, state, at: performance.now() }])
  }
  if (status === 'In progress') {
    const queue = createAnswerQueue({
      send: (body) => {
        const signal = AbortSignal.timeout(callTimeoutMs)
        return request(submitAnswer, { params: { attemptId, testId }, body, signal })
      },
      pause: waitBeforeRetry,
      now: getServerTime,
      store,
      saved: [],
      waiting,
    })
    queue.subscribe(() => {
      const { sendError, waiting: remaining } = queue.get()
      if (remaining.length > 0)
        setRecovery(sendError === 'offline' ? 'offline' : 'sending', remaining.length)
    })
    openQueues.add(queue)
    await queue.waitUntilDrained()
    openQueues.delete(queue)
    if (leavesAtStart !== accountLeaves) return
    if (!queue.get().isOver) return setRecovery('saved')
  }
  await store.clear()
  setRecovery('over')
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
