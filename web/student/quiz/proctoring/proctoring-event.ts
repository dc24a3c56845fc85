import type { EventKind } from '#core/proctoring/policy.ts'
import type { ProctoringEvent } from '#core/quiz-session/effects.ts'
import { getServerTime } from '../../../client/server-clock.ts'

export type Emit = (event: ProctoringEvent) => void
export type Stop = () => void

export function createEvent(kind: EventKind): ProctoringEvent {
  return { kind, at: getServerTime() }
}

/** The same event, which ends now. */
export function endEvent(event: ProctoringEvent): ProctoringEvent {
  return { ...event, durationMs: Math.max(0, Math.round(getServerTime() - event.at)) }
}
