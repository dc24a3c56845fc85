import type { IntegrityMode } from '../exams/exam.ts'
import { countPausedMs, isDuringPause, type Pause } from './pauses.ts'
import { compareEvents, countViolations, isViolation, type TimedEvent } from './policy.ts'

/** An event as the server keeps it: when it happened by the browser, and when it arrived. */
export type ReceivedEvent = TimedEvent & { readonly receivedAt: number }

/** Longer than a slow call takes: what arrives later was kept on a device. */
const maxCallMs = 10_000

export function isLate({ at, receivedAt }: Pick<ReceivedEvent, 'at' | 'receivedAt'>): boolean {
  return receivedAt - at > maxCallMs
}

type AttemptMoments = {
  readonly reopenedAt: number | null
  /** When the clock of a reopened attempt started. */
  readonly clockStartsAt: number | null
  /** When the student was let back in: the paper was handed out again. */
  readonly resumedAt: readonly number[]
  /** Warnings wait until they are read, and cover whatever happens before that. */
  readonly acknowledges: boolean
  /** When the institute stopped the clock. */
  readonly pauses?: readonly Pause[]
}

/**
 * The events that count, oldest arrival first. What happened before an attempt was reopened does
 * not, nor what arrived before its student resumed, nor what a device tells after the server has
 * let the student go on, perhaps on another one. Of several that waited on a device one counts:
 * nobody could be warned in between. In a pause nothing is a violation, nor is what arrives in one;
 * but a warning of before it may be read.
 */
export function listCountedEvents<Event extends ReceivedEvent>(
  events: readonly Event[],
  { reopenedAt, clockStartsAt, resumedAt, acknowledges, pauses = [] }: AttemptMoments,
  mode: IntegrityMode,
): readonly Event[] {
  const countable = events.filter((event) => {
    if (event.at <= (reopenedAt ?? 0) || event.receivedAt <= (clockStartsAt ?? 0)) return false
    if (event.kind === 'warning-read') return true
    if (isDuringPause(pauses, event.at) || isDuringPause(pauses, event.receivedAt)) return false
    return !resumedAt.some((moment) => event.at <= moment && event.receivedAt > moment + maxCallMs)
  })
  const byArrival = countable.toSorted(
    (one, other) => one.receivedAt - other.receivedAt || compareEvents(one, other),
  )
  if (acknowledges) return byArrival
  const warned = leaveOutUnwarned(byArrival, mode)
  // Leaving that arrived late may be what the others are parts of.
  return countViolations(warned, mode) > countViolations(byArrival, mode) ? byArrival : warned
}

function leaveOutUnwarned<Event extends ReceivedEvent>(
  byArrival: readonly Event[],
  mode: IntegrityMode,
): readonly Event[] {
  const warned: Event[] = []
  for (const event of byArrival) {
    const wasUnwarned = warned.some(
      (one) => isViolation(one.kind, mode) && one.receivedAt >= event.at,
    )
    const isLeftOut = event.kind !== 'warning-read' && isLate(event) && wasUnwarned
    if (!isLeftOut) warned.push(event)
  }
  return warned
}

/** Without the time that lies in a pause. */
export function leaveOutPauses<Event extends TimedEvent & { readonly durationMs: number | null }>(
  events: readonly Event[],
  pauses: readonly Pause[],
): readonly Event[] {
  if (pauses.length === 0) return events
  return events.map((event) => {
    const { at, durationMs } = event
    if (durationMs === null) return event
    return { ...event, durationMs: durationMs - countPausedMs(pauses, at, durationMs) }
  })
}

type CountableEvent = TimedEvent & { readonly durationMs: number | null }

/** The pauses among the events of an attempt. */
export function listPauses(events: readonly CountableEvent[]): Pause[] {
  return events
    .filter(({ kind }) => kind === 'pause')
    .map(({ at, durationMs }) => ({ at, endedAt: durationMs === null ? null : at + durationMs }))
}

/** How many violations a person sees in the list of an attempt, whatever its mode makes of them. */
export function countUnpausedViolations(events: readonly CountableEvent[]): number {
  const pauses = listPauses(events)
  const counted = events.filter(({ at }) => !isDuringPause(pauses, at))
  return countViolations(counted, 'strict')
}
