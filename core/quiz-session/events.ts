import type { QuestionProgress } from '../attempts/free-paper.ts'
import type { Warning } from '../proctoring/warnings.ts'
import type {
  AskClock,
  InstituteMessage,
  LoadAnswers,
  PendingAnswer,
  ProctoringEvent,
  SendAcknowledgement,
  SendAnswer,
  SendEnd,
  SendLate,
  SendReport,
  StoreAnswer,
  WindowMessage,
} from './effects.ts'
import type { PauseNotice } from './phase.ts'

/** `at` is the server's time in ms, as the browser knows it; `jitter` is random, 0 to 1. */
export type Timed<Event> = Event & { readonly at: number; readonly jitter: number }

export type CallFailure =
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      readonly retryAfterMs: number
    }

/** An event that answers an effect carries it as `sent`. */
export type QueueEvent<A> =
  | { readonly type: 'started' }
  | { readonly type: 'waited'; readonly timer: string }
  | {
      readonly type: 'browser'
      readonly change: 'online' | 'offline' | 'shown' | 'hidden' | 'focused'
    }
  /** `sequence` is the device's number, its own or a higher one; null if it takes nothing. */
  | {
      readonly type: 'answer-stored'
      readonly sent: StoreAnswer<A>
      readonly sequence: number | null
    }
  | {
      readonly type: 'answer-taken'
      readonly sent: SendAnswer<A>
      /** Until when the attempt runs. */
      readonly endsAt: number
    }
  | { readonly type: 'answer-failed'; readonly sent: SendAnswer<A>; readonly failure: CallFailure }

export type SessionEvent<A> =
  | QueueEvent<A>
  /** Null takes the choice back. */
  | { readonly type: 'chosen'; readonly answer: A | null }
  /** The button was pressed: submits, finishes, or at once repeats an end that has failed. */
  | { readonly type: 'submitted' }
  /** The question shown is put last. */
  | { readonly type: 'postponed' }
  /** Nothing but questions that were put off is left, and they stay unanswered. */
  | { readonly type: 'finished-early' }
  /** In a free paper only: to another question, or to the page before the end. */
  | { readonly type: 'went'; readonly to: string | 'end' }
  /** In a free paper only: for review, or no longer. */
  | { readonly type: 'mark-pressed' }
  /** The clock on the screen says so. */
  | { readonly type: 'time-over' }
  /** A question is seen, and the window has the focus. */
  | { readonly type: 'watched' }
  | { readonly type: 'observed'; readonly observed: ProctoringEvent }
  | { readonly type: 'page-hidden' }
  | { readonly type: 'window-message'; readonly from: string; readonly message: WindowMessage }
  | {
      readonly type: 'answers-loaded'
      readonly sent: LoadAnswers
      readonly answers: readonly PendingAnswer<A>[]
    }
  | { readonly type: 'clock-received'; readonly sent: AskClock; readonly clock: AttemptClock }
  | { readonly type: 'clock-failed'; readonly sent: AskClock; readonly failure?: CallFailure }
  /** The same student, after the login was gone. */
  | { readonly type: 'logged-in' }
  | {
      readonly type: 'end-taken'
      readonly sent: SendEnd<A>
      readonly finishReason: string
      /** Questions whose answers the server has not taken with this end. */
      readonly notTaken?: readonly string[] | undefined
    }
  | { readonly type: 'end-failed'; readonly sent: SendEnd<A>; readonly failure: CallFailure }
  | { readonly type: 'late-taken'; readonly sent: SendLate<A>; readonly outcome: LateOutcome }
  | { readonly type: 'late-failed'; readonly sent: SendLate<A>; readonly failure: CallFailure }
  /** A message of the institute. */
  | { readonly type: 'message-dismissed'; readonly id: string }
  /** "I understand" was pressed. */
  | { readonly type: 'warning-read' }
  | {
      readonly type: 'acknowledgement-taken'
      readonly sent: SendAcknowledgement
      readonly outcome: ReportOutcome
    }
  | {
      readonly type: 'acknowledgement-failed'
      readonly sent: SendAcknowledgement
      readonly failure: CallFailure
    }
  | { readonly type: 'report-taken'; readonly sent: SendReport<A>; readonly outcome: ReportOutcome }
  | { readonly type: 'report-failed'; readonly sent: SendReport<A>; readonly failure: CallFailure }

export type AttemptClock = {
  readonly isRunning: boolean
  readonly endsAt: number
  /** The server's time in ms when it said so: a reply that was overtaken is out of date. */
  readonly repliedAt?: number
  /** The reply with the higher count has the valid deadline, even if it arrived first. */
  readonly timeChanges?: number | undefined
  /** Null while the clock runs; else `endsAt` is as if it went on now. */
  readonly pause?: PauseNotice | null
  /** Messages of the institute that are not dismissed yet; oldest first. */
  readonly messages?: readonly InstituteMessage[]
  /** When to ask again at the latest, where the server has said so. */
  readonly pollSeconds?: number | undefined
  /** Another device has, or had, this attempt open; with the questions that are answered by now. */
  readonly elsewhere?: {
    readonly isActive: boolean
    readonly answered: readonly string[]
    /** Progress in a free paper, by question. */
    readonly progress?: Readonly<Record<string, QuestionProgress<unknown>>>
  }
}

/** Ids of questions: what became of answers that arrived after the end. */
export type LateOutcome = Record<'saved' | 'late' | 'declined', readonly string[]>

export type ReportOutcome = {
  readonly violations: number
  /** How many more are allowed; null if none ends the exam. */
  readonly remaining: number | null
  readonly finished: boolean
  /** The one to show; undefined where warnings are not acknowledged. */
  readonly warning?: Warning | null | undefined
}

export function isOffline(failure: CallFailure): boolean {
  return failure.kind === 'offline'
}

/** The server is overloaded or restarting. */
export function isBusy(failure: CallFailure): boolean {
  return failure.kind === 'refused' && failure.code === 'busy'
}

export function getRetryAfterMs(failure: CallFailure): number {
  return failure.kind === 'refused' ? failure.retryAfterMs : 0
}
