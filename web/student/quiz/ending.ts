import { getRetryAfterMs, isServerBusy, NetworkError } from '../../client/request.ts'
import type { AnswerQueue, Choice, WaitingAnswer } from './answer-queue.ts'
import type { Seen } from './watch/seen.ts'
import { type Watchable, watchable } from './watchable.ts'

/** By the student's own press, by the clock, or by what the browser saw. */
type How = 'finished' | 'expired' | 'forced'

export type EndingState =
  | { readonly at: 'open' }
  | { readonly at: 'sending'; readonly how: How; readonly isOffline: boolean }
  | { readonly at: 'failed'; readonly how: How }
  /** `finishReason` is the server's word; `isLate` if it no longer took what was waiting. */
  | { readonly at: 'ended'; readonly finishReason: string; readonly isLate: boolean }

type Answers = readonly WaitingAnswer[]
type Finished = Promise<{ finishReason: string }>

type Given = {
  readonly queue: AnswerQueue
  /** `failures` says how often this call was in vain before. */
  readonly finish: (answers: Answers, failures: number) => Finished
  readonly finishExpired: (answers: Answers, failures: number) => Finished
  readonly finishForced: (seen: Seen, answers: Answers, failures: number) => Finished
  /** Once, from a page that will not be there to try again. */
  readonly finishLeaving: (answers: Answers) => void
  readonly pause: (failures: number, atLeastMs?: number) => Promise<void>
  /** How long a finish waits for the queue before it takes along what is left. */
  readonly aWhile: () => Promise<void>
  /** Lets the server's clock pass the deadline too. */
  readonly aMoment: () => Promise<void>
  /** By the server's clock, as far as anybody here has heard. */
  readonly endsAt: () => number
  /** Minutes may have been added to that end without anybody here having heard of it. */
  readonly hasTimeLeftAfter: (end: number) => Promise<boolean>
  readonly isTooLate: () => boolean
  readonly onEnded: () => void
}

export type Ending = Watchable<EndingState> & {
  readonly finish: () => void
  readonly expire: (chosen?: Choice) => void
  readonly force: (seen: Seen, chosen?: Choice) => void
  /** It was closed elsewhere: asks how. */
  readonly learn: () => void
  readonly retry: () => void
  /** The page goes away: an end that is on its way is sent once more, with all that waits. */
  readonly leave: () => void
}

type End = {
  readonly how: How
  readonly first: () => Promise<unknown>
  /** Not submitted: goes along. */
  readonly chosen?: Choice
  readonly call: (answers: Answers, failures: number) => Finished
  /** What to do if there is time left after all. */
  readonly goOn?: () => void
}

/** A server that is busy for longer is told, with a button to try again. */
const mostBusy = 6

/** Ends an attempt once. The clock may take over from a finish that is still on its way. */
export function openEnding(given: Given): Ending {
  const { queue } = given
  const state = watchable<EndingState>({ at: 'open' })
  let last: End | undefined
  let turn = 0

  async function end(ending: End) {
    const { how, first, chosen, call, goOn } = ending
    turn += 1
    const own = turn
    const endsAt = given.endsAt()
    const tell = (next: EndingState) => {
      if (own === turn) state.set(next)
    }
    last = ending
    tell({ at: 'sending', how, isOffline: false })
    await first()
    for (let failures = 0; own === turn; ) {
      try {
        if (goOn && (await given.hasTimeLeftAfter(endsAt))) return own === turn && goOn()
        const handed = queue.left(chosen)
        const { finishReason } = await call(handed, failures)
        const isLate = handed.length > 0 && (queue.get().isOver || given.isTooLate())
        queue.close(chosen)
        tell({ at: 'ended', finishReason, isLate })
        return given.onEnded()
      } catch (fault) {
        const comesAgain = isServerBusy(fault) ? failures < mostBusy : fault instanceof NetworkError
        if (!comesAgain) return tell({ at: 'failed', how })
        failures += 1
        tell({ at: 'sending', how, isOffline: fault instanceof NetworkError })
        await given.pause(failures, getRetryAfterMs(fault))
      }
    }
  }
  const isAt = (...places: EndingState['at'][]) => places.includes(state.get().at)
  const isFinishing = () => {
    const now = state.get()
    return 'how' in now && now.how === 'finished'
  }
  const finishWith = (first: End['first']) => end({ how: 'finished', first, call: given.finish })
  const finish = () => finishWith(() => Promise.race([queue.drained(), given.aWhile()]))

  const ending: Ending = {
    get: state.get,
    subscribe: state.subscribe,
    finish() {
      if (isAt('open')) finish()
    },
    expire(chosen) {
      const wasFinishing = isFinishing()
      if (!isAt('open') && !wasFinishing) return
      end({
        how: 'expired',
        first: given.aMoment,
        chosen,
        call: given.finishExpired,
        goOn: () => (wasFinishing ? finish() : state.set({ at: 'open' })),
      })
    },
    force(seen, chosen) {
      if (!isAt('open')) return
      queue.close(chosen)
      end({
        how: 'forced',
        first: atOnce,
        call: (...rest) => given.finishForced(seen, ...rest),
      })
    },
    learn() {
      if (isAt('open')) finishWith(atOnce)
    },
    retry() {
      if (last) end({ ...last, first: atOnce })
    },
    leave() {
      if (last && isAt('sending', 'failed')) given.finishLeaving(queue.left(last.chosen))
    },
  }
  queue.subscribe(() => {
    if (queue.get().isOver) ending.learn()
  })
  return ending
}

async function atOnce() {}
