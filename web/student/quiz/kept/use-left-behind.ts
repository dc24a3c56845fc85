import { useEffect } from 'react'
import { submitAnswer } from '#contract/attempts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { registerAccountCleanup } from '../../../client/account-data.ts'
import { NetworkError, request } from '../../../client/request.ts'
import { getServerTime } from '../../../client/server-clock.ts'
import { type AnswerQueue, openAnswerQueue } from '../answer-queue.ts'
import { pauseAfter } from '../back-off.ts'
import { useWatched, watchable } from '../watchable.ts'
import { keptAnswersOf, type LeftBehind, leftBehind } from './kept-answers.ts'

type Attempt = ReplyOf<typeof listOwnAttempts>[number]

export type Delivery = {
  readonly attemptId: string
  readonly testTitle: string
  readonly count: number
  readonly state: 'sending' | 'offline' | 'saved' | 'over'
}

const callMs = 30_000

/** Said for a while, then forgotten. */
const newsMs = 15_000

const deliveries = watchable<readonly (Delivery & { readonly at: number })[]>([])
let work: Promise<void> | null = null
/** Counts the accounts that have left this page: what one began to send is not sent as another. */
let departures = 0
const openQueues = new Set<AnswerQueue>()

registerAccountCleanup(() => {
  departures += 1
  for (const queue of openQueues) queue.close()
  deliveries.set([])
})

/**
 * Sends what a crash or a bad net has left on this device, without the quiz being open. Only to
 * attempts of whoever is logged in: what another student left here waits for that student.
 */
export function useLeftBehind(): readonly Delivery[] {
  useEffect(() => {
    sendLeftBehind()
  }, [])
  return useWatched(deliveries)
}

/** Resolves when nothing of this student waits on this device, or nothing more can be sent. */
export function sendLeftBehind(): Promise<void> {
  if (work) return work
  const since = performance.now() - newsMs
  deliveries.set(deliveries.get().filter(({ at }) => at > since))
  work = sendAll().finally(() => {
    work = null
  })
  return work
}

async function sendAll() {
  const begun = departures
  const left = await leftBehind()
  const attempts = left.length > 0 ? await ownAttempts() : []
  for (const one of left) {
    if (begun !== departures) return
    const own = attempts.find(({ _id }) => _id === one.attemptId)
    if (own && one.waiting.length > 0) await send(one, own)
    else if (own?.status === 'Completed') await keptOf(one).clear()
  }
}

async function send(left: LeftBehind, { testTitle, status }: Attempt) {
  const { attemptId, testId, waiting } = left
  const kept = keptOf(left)
  const begun = departures
  const tell = (state: Delivery['state'], count = waiting.length) => {
    if (begun !== departures) return
    const others = deliveries.get().filter((one) => one.attemptId !== attemptId)
    deliveries.set([...others, { attemptId, testTitle, count, state, at: performance.now() }])
  }
  if (status === 'In progress') {
    const queue = openAnswerQueue({
      send: (body) => {
        const signal = AbortSignal.timeout(callMs)
        return request(submitAnswer, { params: { attemptId, testId }, body, signal })
      },
      pause: pauseAfter,
      now: getServerTime,
      kept,
      saved: [],
      waiting,
    })
    queue.subscribe(() => {
      const { trouble, waiting: still } = queue.get()
      if (still.length > 0) tell(trouble === 'offline' ? 'offline' : 'sending', still.length)
    })
    openQueues.add(queue)
    await queue.drained()
    openQueues.delete(queue)
    if (begun !== departures) return
    if (!queue.get().isOver) return tell('saved')
  }
  await kept.clear()
  tell('over')
}

async function ownAttempts(): Promise<readonly Attempt[]> {
  const begun = departures
  for (let failures = 1; ; failures += 1) {
    try {
      return await request(listOwnAttempts, { signal: AbortSignal.timeout(callMs) })
    } catch (fault) {
      if (!(fault instanceof NetworkError) || begun !== departures) return []
      await pauseAfter(failures)
    }
  }
}

function keptOf({ attemptId, testId, endsAt }: LeftBehind) {
  return keptAnswersOf(attemptId, testId, () => endsAt)
}
