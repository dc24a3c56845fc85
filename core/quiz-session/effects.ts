import type { EventKind } from '../proctoring/policy.ts'

/** `A` is whatever a question takes for an answer: nothing in this folder looks into it. */
export type PendingAnswer<A> = {
  readonly questionId: string
  readonly answer: A
  /**
   * The moment of choosing by the server's clock, or later if an answer before it was given a later
   * one: the server keeps the highest.
   */
  readonly sequence: number
}
type Answers<A> = readonly PendingAnswer<A>[]

/**
 * An event that the browser saw, and when by the server's clock; reported again with its length
 * once it is over.
 */
export type ProctoringEvent = {
  readonly kind: EventKind
  readonly at: number
  readonly durationMs?: number
}

/** Caused by the student, by the clock, or by something the browser observed. */
export type EndKind = 'finished' | 'expired' | 'forced'

export type StoreAnswer<A> = { readonly type: 'store-answer'; readonly answer: PendingAnswer<A> }
export type SendAnswer<A> = { readonly type: 'send-answer'; readonly answer: PendingAnswer<A> }

/** Effects are data: a runner carries each out and answers it with an event. */
export type QueueEffect<A> =
  | StoreAnswer<A>
  | SendAnswer<A>
  | { readonly type: 'forget-answer'; readonly answer: PendingAnswer<A> }
  /** Setting a timer again under the same name restarts it. */
  | { readonly type: 'wait'; readonly timer: string; readonly ms: number }

/** All pending answers on the device, of every window. */
export type LoadAnswers = { readonly type: 'load-answers'; readonly turn: number }

/** `turn` is 0 if nothing waits for the reply. */
export type AskClock = {
  readonly type: 'ask-clock'
  readonly turn: number
  readonly timeoutMs: number
  readonly isPoll: boolean
}

export type SendEnd<A> = {
  readonly type: 'send-end'
  readonly turn: number
  readonly kind: EndKind
  /** The event that forced it. */
  readonly observed: ProctoringEvent | null
  readonly answers: Answers<A>
  readonly timeoutMs: number
}

/**
 * Sends the answers that did not go with the end; the server keeps them as late or has them
 * already.
 */
export type SendLate<A> = { readonly type: 'send-late'; readonly answers: Answers<A> }

/** An event as the device keeps it until the server has it. */
export type StoredReport<A> = {
  readonly observed: ProctoringEvent
  /** Chosen, not submitted: goes along. */
  readonly unsubmitted: PendingAnswer<A> | null
}

export type SendReport<A> = {
  readonly type: 'send-report'
  readonly id: number
  readonly observed: ProctoringEvent
  /** Taken only if the event ends the attempt. */
  readonly answers: Answers<A>
}

/** The student has read a warning. */
export type SendAcknowledgement = {
  readonly type: 'send-acknowledgement'
  readonly number: number
  readonly at: number
}

/** Once, by calls that outlive the page; nobody hears of a reply. */
export type SendLast<A> = {
  readonly type: 'send-last'
  /** Sent one by one, since the attempt goes on. */
  readonly answers: Answers<A>
  readonly report: { readonly observed: ProctoringEvent; readonly answers: Answers<A> } | null
  readonly finish: Answers<A> | null
}

/** Messages between windows of one browser about one attempt. */
export type WindowMessage =
  | { readonly type: 'hello' | 'here' | 'bye' }
  /** `sequence` is null for an answer that was never on the device. */
  | { readonly type: 'saved'; readonly questionId: string; readonly sequence: number | null }
  /** In a free paper: an answer or a note, as the device has numbered it. */
  | { readonly type: 'changed'; readonly change: PendingAnswer<unknown> }
  | { readonly type: 'warning-read'; readonly number: number; readonly at: number }
  | { readonly type: 'message-dismissed'; readonly id: string }
  /** With the answers that were sent along and accepted. */
  | { readonly type: 'ended'; readonly taken?: readonly AnswerKey[] }
export type AnswerKey = { readonly questionId: string; readonly sequence: number }

/** Written by the institute while the quiz runs. */
export type InstituteMessage = {
  readonly id: string
  /** By the server's clock in ms. */
  readonly at: number
  readonly text: string
}

export type SessionMessage =
  | { readonly type: 'time-added'; readonly minutes: number }
  /** A pause is over. */
  | { readonly type: 'resumed'; readonly secondsLeft: number }
  | {
      readonly type: 'warning'
      readonly kind: EventKind
      readonly violations: number
      readonly remaining: number
    }

export type SessionEffect<A> =
  | QueueEffect<A>
  | LoadAnswers
  | AskClock
  | SendEnd<A>
  | SendLate<A>
  | SendReport<A>
  | SendAcknowledgement
  /** The student has put a message away. */
  | { readonly type: 'send-message-read'; readonly id: string }
  | SendLast<A>
  /** Reported again on the next contact, even after a crash, until the server has it. */
  | { readonly type: 'store-report'; readonly report: StoredReport<A> }
  | { readonly type: 'forget-report'; readonly observed: ProctoringEvent }
  | { readonly type: 'broadcast'; readonly message: WindowMessage }
  | { readonly type: 'show-message'; readonly message: SessionMessage }
  /** The order of what was put off outlives the page. */
  | { readonly type: 'store-postponed'; readonly questionIds: readonly string[] }
  /** The attempt has ended: these leave the device, since the server has said what became of them. */
  | { readonly type: 'clear-attempt'; readonly answers: readonly AnswerKey[] }
