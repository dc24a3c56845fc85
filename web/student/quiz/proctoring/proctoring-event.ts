import type { EventKind } from '#core/proctoring/policy.ts'
import { getServerTime } from '../../../client/server-clock.ts'

/** What the browser saw, and when by the server's clock; told again once it is over, with how long. */
export type ProctoringEvent = {
  readonly kind: EventKind
  readonly at: number
  readonly durationMs?: number
}
export type Emit = (event: ProctoringEvent) => void
export type Stop = () => void

export function createEvent(kind: EventKind): ProctoringEvent {
  return { kind, at: getServerTime() }
}

/** The same event, which ends now. */
export function endEvent(event: ProctoringEvent): ProctoringEvent {
  return { ...event, durationMs: Math.max(0, Math.round(getServerTime() - event.at)) }
}
