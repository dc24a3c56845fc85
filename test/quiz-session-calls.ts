import type { SessionEffect } from '#core/quiz-session/effects.ts'
import type { CallFailure, SessionEvent } from '#core/quiz-session/events.ts'

export type Effect = SessionEffect<number>
export type Event = SessionEvent<number>
/** The outcome of a call: in the last two the request or the reply is lost. */
export type CallOutcome = 'pass' | 'busy' | 'fault' | 'logged-out' | 'lost-request' | 'lost-reply'

const outcomeCodes = { busy: 'busy', fault: 'fault', 'logged-out': 'not-signed-in' } as const

/** The event of a call that failed, for its window. */
export function toFailure(call: Effect, outcome: CallOutcome): Event | null {
  const failure: CallFailure =
    outcome in outcomeCodes
      ? refuse(outcomeCodes[outcome as keyof typeof outcomeCodes])
      : { kind: 'offline' }
  switch (call.type) {
    case 'load-answers':
      return { type: 'answers-loaded', sent: call, answers: [] }
    case 'send-answer':
      return { type: 'answer-failed', sent: call, failure }
    case 'ask-clock':
      return { type: 'clock-failed', sent: call, failure }
    case 'send-end':
      return { type: 'end-failed', sent: call, failure }
    case 'send-late':
      return { type: 'late-failed', sent: call, failure }
    case 'send-report':
      return { type: 'report-failed', sent: call, failure }
    default:
      return null
  }
}

export function refuse(code: string, retryAfterMs = 0): CallFailure {
  return { kind: 'refused', code, message: code, retryAfterMs }
}
