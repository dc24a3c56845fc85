import { useEffect } from 'react'
import { submitAnswer } from '#contract/attempts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { ask, NetworkFault } from '../../../api.ts'
import { serverNow } from '../../../server-clock.ts'
import { openAnswerQueue } from '../answer-queue.ts'
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

/** What nobody came back for is not kept on a machine that others use. */
const longestKeptMs = 7 * 24 * 60 * 60 * 1000
const callMs = 30_000

/** Said for a while, then forgotten. */
const newsMs = 15_000

const deliveries = watchable<readonly (Delivery & { readonly at: number })[]>([])
let work: Promise<void> | null = null

/**
 * Sends what a crash or a bad net has left on this device, without the quiz being open. Only to
 * attempts of whoever is logged in: what another student left here waits for that student.
 */
export function useLeftBehind(): readonly Delivery[] {
  useEffect(() => {
    if (work) return
    const since = performance.now() - newsMs
    deliveries.set(deliveries.get().filter(({ at }) => at > since))
    work = sendAll().finally(() => {
      work = null
    })
  }, [])
  return useWatched(deliveries)
}

async function sendAll() {
  const left = await leftBehind()
  const attempts = left.length > 0 ? await ownAttempts() : []
  for (const one of left) {
    const own = attempts.find(({ _id }) => _id === one.attemptId)
    const isOld = one.touchedAt < serverNow() - longestKeptMs
    if (own && one.waiting.length > 0) await send(one, own)
    else if (own?.status === 'Completed' || (!own && isOld)) await keptOf(one).clear()
  }
}

async function send(left: LeftBehind, { testTitle, status }: Attempt) {
  const { attemptId, testId, waiting } = left
  const kept = keptOf(left)
  const tell = (state: Delivery['state'], count = waiting.length) => {
    const others = deliveries.get().filter((one) => one.attemptId !== attemptId)
    deliveries.set([...others, { attemptId, testTitle, count, state, at: performance.now() }])
  }
  if (status === 'In progress') {
    const queue = openAnswerQueue({
      send: (body) => {
        const signal = AbortSignal.timeout(callMs)
        return ask(submitAnswer, { params: { attemptId, testId }, body, signal })
      },
      pause: pauseAfter,
      now: serverNow,
      kept,
      saved: [],
      waiting,
    })
    queue.subscribe(() => {
      const { trouble, waiting: still } = queue.get()
      if (still.length > 0) tell(trouble === 'offline' ? 'offline' : 'sending', still.length)
    })
    await queue.drained()
    if (!queue.get().isOver) return tell('saved')
  }
  await kept.clear()
  tell('over')
}

async function ownAttempts(): Promise<readonly Attempt[]> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await ask(listOwnAttempts, { signal: AbortSignal.timeout(callMs) })
    } catch (fault) {
      if (!(fault instanceof NetworkFault)) return []
      await pauseAfter(failures)
    }
  }
}

function keptOf({ attemptId, testId }: LeftBehind) {
  return keptAnswersOf(attemptId, testId)
}
