import type { EndKind, PendingAnswer, ProctoringEvent } from './effects.ts'

/** An end on its way. A later turn takes over from an earlier one, whose failure then says nothing. */
export type Ending<A> = {
  readonly kind: EndKind
  /** It was closed elsewhere: asks how. */
  readonly isOutcome: boolean
  readonly observed: ProctoringEvent | null
  /** Chosen, not submitted: goes along. */
  readonly unsubmitted: PendingAnswer<A> | null
  /** The phase that is resumed if there is time left after all; null if there is none. */
  readonly resumesAs: 'open' | 'finished' | null
  /** The deadline that was known when it began. */
  readonly endsAt: number
  readonly turn: number
  readonly failures: number
  /** The server has refused it, and the student was notified: that stays until it is taken. */
  readonly hasFailed: boolean
}

export type Phase<A> =
  | { readonly at: 'open' }
  | {
      readonly at: 'sending'
      readonly step: 'draining' | 'waiting' | 'asking-clock' | 'loading' | 'calling'
      readonly isOffline: boolean
      readonly ending: Ending<A>
    }
  | {
      readonly at: 'failed'
      readonly ending: Ending<A>
      /** By itself, after a while; by a press at any time. */
      readonly isTriedAgain: boolean
    }
  | {
      readonly at: 'ended'
      /** The server's word. */
      readonly finishReason: string
      /** It no longer took what was waiting. */
      readonly isLate: boolean
      readonly notTaken: readonly string[]
      readonly late: LateState
    }

/** Also while it is being tried again. */
export function hasEndFailed<A>(phase: Phase<A>): boolean {
  return phase.at === 'failed' || (phase.at === 'sending' && phase.ending.hasFailed)
}

/** Answers that arrive after the end, until the server has said of each what became of it. */
export type LateState = {
  /** Stopped: they stay on the device, and are sent once the student is on the panel. */
  readonly step: 'idle' | 'calling' | 'pausing' | 'stopped'
  readonly failures: number
  /** Kept as late, by question. */
  readonly kept: readonly string[]
  /** Chosen after the deadline. */
  readonly declined: readonly string[]
}

/** As the server tells it. */
export type PauseNotice = {
  /** By the server's clock in ms. */
  readonly since: number
  /** One of the institute's reasons, in words; null where it is not known, or of no list. */
  readonly reason: string | null
  /** On the clock that stands still. */
  readonly leftMs: number
}

/** The paper is covered, and its clock stands still until the institute resumes the attempt. */
export type SessionPause = PauseNotice & {
  /** Answers with a higher number wait on the device: the server would not take them. */
  readonly takenUntil: number
}
