import type { finishExpiredQuiz, finishQuiz } from '#contract/attempts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { forcedReasons } from '#core/attempt.ts'
import { NetworkFault } from '../../api.ts'
import type { AnswerQueue, Choice } from './answer-queue.ts'
import { type Watchable, watchable } from './watchable.ts'

export type ForcedReason = (typeof forcedReasons)[number]
/** Pressed by the student, by the clock, or by what the student did. */
type How = 'finished' | 'expired' | ForcedReason

export type EndingState =
  | { readonly at: 'open' }
  | { readonly at: 'sending'; readonly how: How; readonly isOffline: boolean }
  | { readonly at: 'failed'; readonly how: How }
  /** `finishReason` is the server's word; `isLate` if it no longer took what was waiting. */
  | { readonly at: 'ended'; readonly finishReason: string; readonly isLate: boolean }

type Finish = (body: BodyOf<typeof finishQuiz>) => Promise<{ finishReason: string }>
type FinishExpired = (body: BodyOf<typeof finishExpiredQuiz>) => Promise<{ finishReason: string }>

type Given = {
  readonly queue: AnswerQueue
  readonly finish: Finish
  readonly finishExpired: FinishExpired
  readonly pause: (failures: number) => Promise<void>
  /** Lets the server's clock pass the deadline too. */
  readonly aMoment: () => Promise<void>
  readonly isTooLate: () => boolean
  readonly onEnded: () => void
}

export type Ending = Watchable<EndingState> & {
  readonly finish: () => void
  readonly expire: (chosen?: Choice) => void
  readonly force: (reason: ForcedReason, chosen?: Choice) => void
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

  async function end(how: How, first: () => Promise<void>, call: () => ReturnType<Finish>) {
    turn += 1
    const own = turn
    const tell = (next: EndingState) => {
      if (own === turn) state.set(next)
    }
    again = () => end(how, async () => {}, call)
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
      if (isAt('open', 'failed')) end('finished', queue.drained, () => given.finish({}))
    },
    expire(chosen) {
      if (!isAt('open') && !isFinishing()) return
      const answers = [...queue.close(chosen)]
      end('expired', given.aMoment, () => given.finishExpired({ answers }))
    },
    force(reason, chosen) {
      if (!isAt('open')) return
      const answers = [...queue.close(chosen)]
      end(
        reason,
        async () => {},
        () => given.finish({ reason, answers }),
      )
    },
    learn() {
      if (isAt('open'))
        end(
          'finished',
          async () => {},
          () => given.finish({}),
        )
    },
    retry: () => again(),
  }
  queue.subscribe(() => {
    if (queue.get().isOver) ending.learn()
  })
  return ending
}
