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

/** What the browser saw, and when by the server's clock; told again once over, with how long. */
export type ProctoringEvent = {
  readonly kind: EventKind
  readonly at: number
  readonly durationMs?: number
}

/** By the student's own press, by the clock, or by what the browser saw. */
export type EndKind = 'finished' | 'expired' | 'forced'

export type StoreAnswer<A> = { readonly type: 'store-answer'; readonly answer: PendingAnswer<A> }
export type SendAnswer<A> = { readonly type: 'send-answer'; readonly answer: PendingAnswer<A> }

/** Effects are data: a runner carries each out and answers it with an event. */
export type QueueEffect<A> =
  | StoreAnswer<A>
  | SendAnswer<A>
  | { readonly type: 'forget-answer'; readonly answer: PendingAnswer<A> }
  /** A timer that is set again under its name begins anew. */
  | { readonly type: 'wait'; readonly timer: string; readonly ms: number }

/** What waits on the device, of all windows: it ends with the attempt, too. */
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
  /** What forced it. */
  readonly observed: ProctoringEvent | null
  readonly answers: Answers<A>
  readonly timeoutMs: number
}

export type SendReport<A> = {
  readonly type: 'send-report'
  readonly id: number
  readonly observed: ProctoringEvent
  /** Taken only if the event ends the attempt. */
  readonly answers: Answers<A>
}

/** Once, by calls that outlive the page; nobody hears of a reply. */
export type SendLast<A> = {
  readonly type: 'send-last'
  /** One by one, since the attempt goes on. */
  readonly answers: Answers<A>
  readonly report: { readonly observed: ProctoringEvent; readonly answers: Answers<A> } | null
  readonly finish: Answers<A> | null
}

/** What windows of one browser say to one another about one attempt. */
export type WindowMessage =
  | { readonly type: 'hello' | 'here' | 'bye' }
  /** `sequence` is null for an answer that was never on the device. */
  | { readonly type: 'saved'; readonly questionId: string; readonly sequence: number | null }
  /** With the answers that went along and were taken. */
  | { readonly type: 'ended'; readonly taken?: readonly AnswerKey[] }
export type AnswerKey = { readonly questionId: string; readonly sequence: number }

export type SessionMessage =
  | { readonly type: 'time-added'; readonly minutes: number }
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
  | SendReport<A>
  | SendLast<A>
  | { readonly type: 'broadcast'; readonly message: WindowMessage }
  | { readonly type: 'show-message'; readonly message: SessionMessage }
  /** The attempt has ended: these leave the device; what another window has not told stays. */
  | { readonly type: 'clear-attempt'; readonly answers: readonly AnswerKey[] }
