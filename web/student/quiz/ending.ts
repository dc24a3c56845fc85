import { NetworkFault } from '../../api.ts'
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

type Finished = Promise<{ finishReason: string }>

type Given = {
  readonly queue: AnswerQueue
  readonly finish: () => Finished
  readonly finishExpired: (answers: WaitingAnswer[]) => Finished
  readonly finishForced: (seen: Seen, answers: WaitingAnswer[]) => Finished
  readonly pause: (failures: number) => Promise<void>
  /** Lets the server's clock pass the deadline too. */
  readonly aMoment: () => Promise<void>
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
}

/** Ends an attempt once. The clock may take over from a finish that is still on its way. */
export function openEnding(given: Given): Ending {
  const { queue } = given
  const state = watchable<EndingState>({ at: 'open' })
  let again = () => {}
  let turn = 0

  async function end(how: How, first: () => Promise<void>, call: () => Finished) {
    turn += 1
    const own = turn
    const tell = (next: EndingState) => {
      if (own === turn) state.set(next)
    }
    again = () => end(how, atOnce, call)
    tell({ at: 'sending', how, isOffline: false })
    await first()
    for (let failures = 1; own === turn; failures += 1) {
      try {
        const { finishReason } = await call()
        tell({ at: 'ended', finishReason, isLate: isLate() })
        return given.onEnded()
      } catch (fault) {
        if (!(fault instanceof NetworkFault)) return tell({ at: 'failed', how })
        tell({ at: 'sending', how, isOffline: true })
        await given.pause(failures)
      }
    }
  }
  const isLate = () => queue.get().waiting.length > 0 && (queue.get().isOver || given.isTooLate())
  const isAt = (...places: EndingState['at'][]) => places.includes(state.get().at)
  const isFinishing = () => {
    const now = state.get()
    return 'how' in now && now.how === 'finished'
  }

  const ending: Ending = {
    get: state.get,
    subscribe: state.subscribe,
    finish() {
      if (isAt('open')) end('finished', queue.drained, given.finish)
    },
    expire(chosen) {
      if (!isAt('open') && !isFinishing()) return
      const answers = [...queue.close(chosen)]
      end('expired', given.aMoment, () => given.finishExpired(answers))
    },
    force(seen, chosen) {
      if (!isAt('open')) return
      const answers = [...queue.close(chosen)]
      end('forced', atOnce, () => given.finishForced(seen, answers))
    },
    learn() {
      if (isAt('open')) end('finished', atOnce, given.finish)
    },
    retry: () => again(),
  }
  queue.subscribe(() => {
    if (queue.get().isOver) ending.learn()
  })
  return ending
}

async function atOnce() {}
