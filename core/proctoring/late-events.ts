import type { IntegrityMode } from '../exams/exam.ts'
import { compareEvents, isViolation, type TimedEvent } from './policy.ts'

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
}

/**
 * The events that count, oldest arrival first. What happened before an attempt was reopened does
 * not, nor what arrived before its student resumed, nor what a device tells after the server has let the student go on, perhaps on another one.
 * Of several that waited on a device one counts: nobody could be warned in between.
 */
export function listCountedEvents<Event extends ReceivedEvent>(
  events: readonly Event[],
  { reopenedAt, clockStartsAt, resumedAt, acknowledges }: AttemptMoments,
  mode: IntegrityMode,
): readonly Event[] {
  const counted: Event[] = []
  const byArrival = events.toSorted(
    (one, other) => one.receivedAt - other.receivedAt || compareEvents(one, other),
  )
  for (const event of byArrival) {
    if (event.at <= (reopenedAt ?? 0) || event.receivedAt <= (clockStartsAt ?? 0)) continue
    const isPast = resumedAt.some(
      (moment) => event.at <= moment && event.receivedAt > moment + maxCallMs,
    )
    const wasUnwarned =
      !acknowledges &&
      counted.some((one) => isViolation(one.kind, mode) && one.receivedAt >= event.at)
    if (!isPast && !(isLate(event) && wasUnwarned)) counted.push(event)
  }
  return counted
}
