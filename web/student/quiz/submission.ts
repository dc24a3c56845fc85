import { createObservableStore, type ObservableStore } from '../../client/observable-store.ts'
import { getRetryAfterMs, isServerBusy, NetworkError } from '../../client/request.ts'
import type { AnswerQueue } from './offline/answer-queue.ts'
import type { Choice, PendingAnswer } from './offline/pending-answer.ts'
import type { ProctoringEvent } from './proctoring/proctoring-event.ts'

/** By the student's own press, by the clock, or by what the browser saw. */
type SubmissionKind = 'finished' | 'expired' | 'forced'

export type SubmissionState =
  | { readonly at: 'open' }
  | { readonly at: 'sending'; readonly kind: SubmissionKind; readonly isOffline: boolean }
  | { readonly at: 'failed'; readonly kind: SubmissionKind }
  /** `finishReason` is the server's word; `isLate` if it no longer took what was waiting. */
  | { readonly at: 'ended'; readonly finishReason: string; readonly isLate: boolean }

type Answers = readonly PendingAnswer[]
type FinishReply = Promise<{ finishReason: string }>

type SubmissionOptions = {
  readonly queue: AnswerQueue
  /** `failures` says how often this call was in vain before. */
  readonly finish: (answers: Answers, failures: number) => FinishReply
  readonly finishExpired: (answers: Answers, failures: number) => FinishReply
  readonly finishForced: (event: ProctoringEvent, answers: Answers, failures: number) => FinishReply
  /** Once, from a page that will not be there to try again. */
  readonly finishLeaving: (answers: Answers) => void
  readonly pause: (failures: number, atLeastMs?: number) => Promise<void>
  /** How long a finish waits for the queue before it takes along what is left. */
  readonly waitForDrain: () => Promise<void>
  /** Lets the server's clock pass the deadline too. */
  readonly waitForDeadline: () => Promise<void>
  /** By the server's clock, as far as anybody here has heard. */
  readonly endsAt: () => number
  /** Minutes may have been added to that end without anybody here having heard of it. */
  readonly hasTimeLeftAfter: (end: number) => Promise<boolean>
  readonly isTooLate: () => boolean
  readonly onEnded: () => void
}

export type Submission = ObservableStore<SubmissionState> & {
  readonly finish: () => void
  readonly expire: (chosen?: Choice) => void
  readonly force: (event: ProctoringEvent, chosen?: Choice) => void
  /** It was closed elsewhere: asks how. */
  readonly fetchOutcome: () => void
  readonly retry: () => void
  /** The page goes away: an end that is on its way is sent once more, with all that waits. */
  readonly leave: () => void
}

type SubmissionStep = {
  readonly kind: SubmissionKind
  readonly waitFirst: () => Promise<unknown>
  /** Not submitted: goes along. */
  readonly chosen?: Choice
  readonly call: (answers: Answers, failures: number) => FinishReply
  /** What to do if there is time left after all. */
  readonly resume?: () => void
}

/** A server that stays busy shows an error, with a button to try again. */
const maxBusyRetries = 6

/** Ends an attempt once. The clock may take over from a finish that is still on its way. */
export function createSubmission(options: SubmissionOptions): Submission {
  const { queue } = options
  const state = createObservableStore<SubmissionState>({ at: 'open' })
  let last: SubmissionStep | undefined
  let turn = 0

  async function end(submission: SubmissionStep) {
    const { kind, waitFirst, chosen, call, resume } = submission
    turn += 1
    const ownTurn = turn
    const endsAt = options.endsAt()
    const setState = (next: SubmissionState) => {
      if (ownTurn === turn) state.set(next)
    }
    last = submission
    setState({ at: 'sending', kind, isOffline: false })
    await waitFirst()
    for (let failures = 0; ownTurn === turn; ) {
      try {
        if (resume && (await options.hasTimeLeftAfter(endsAt))) return ownTurn === turn && resume()
        const submitted = queue.getUnsent(chosen)
        const { finishReason } = await call(submitted, failures)
        const isLate = submitted.length > 0 && (queue.get().isOver || options.isTooLate())
        queue.close(chosen)
        setState({ at: 'ended', finishReason, isLate })
        return options.onEnded()
      } catch (error) {
        const canRetry = isServerBusy(error)
          ? failures < maxBusyRetries
          : error instanceof NetworkError
        if (!canRetry) return setState({ at: 'failed', kind })
        failures += 1
        setState({ at: 'sending', kind, isOffline: error instanceof NetworkError })
        await options.pause(failures, getRetryAfterMs(error))
      }
    }
  }
  const isAt = (...statuses: SubmissionState['at'][]) => statuses.includes(state.get().at)
  const isFinishing = () => {
    const now = state.get()
    return 'kind' in now && now.kind === 'finished'
  }
  const finishWith = (waitFirst: SubmissionStep['waitFirst']) =>
    end({ kind: 'finished', waitFirst, call: options.finish })
  const finish = () =>
    finishWith(() => Promise.race([queue.waitUntilDrained(), options.waitForDrain()]))

  const submission: Submission = {
    get: state.get,
    subscribe: state.subscribe,
    finish() {
      if (isAt('open')) finish()
    },
    expire(chosen) {
      const wasFinishing = isFinishing()
      if (!isAt('open') && !wasFinishing) return
      end({
        kind: 'expired',
        waitFirst: options.waitForDeadline,
        chosen,
        call: options.finishExpired,
        resume: () => (wasFinishing ? finish() : state.set({ at: 'open' })),
      })
    },
    force(event, chosen) {
      if (!isAt('open')) return
      queue.close(chosen)
      end({
        kind: 'forced',
        waitFirst: skipWait,
        call: (...rest) => options.finishForced(event, ...rest),
      })
    },
    fetchOutcome() {
      if (isAt('open')) finishWith(skipWait)
    },
    retry() {
      if (last) end({ ...last, waitFirst: skipWait })
    },
    leave() {
      if (last && isAt('sending', 'failed')) options.finishLeaving(queue.getUnsent(last.chosen))
    },
  }
  queue.subscribe(() => {
    if (queue.get().isOver) submission.fetchOutcome()
  })
  return submission
}

async function skipWait() {}
