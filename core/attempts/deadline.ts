import type { Closing } from '../exam-windows/window.ts'

/** How long answers sent before the deadline are still accepted after it. */
export const graceMs = 15_000

/** How long a reopened attempt waits for its student before its clock starts by itself. */
export const maxResumeDelayMs = 30 * 60_000

export type Deadline = {
  /** The time that the clock on the screen counts down to. */
  readonly endsAt: number
  /** The last moment at which an answer is accepted. */
  readonly closesAt: number
}

/**
 * Fixed once, at the start; times are milliseconds since 1970 by the server's clock. A closing cuts
 * the duration, and never the extra time, which runs past it.
 * @param closing of the windows it was started in; null where there are none
 */
export function computeDeadline(
  startedAt: number,
  durationMinutes: number,
  extraTimePercent = 0,
  closing: Closing | null = null,
): Deadline {
  const endsAt = startedAt + getDurationWithExtraTimeMs(durationMinutes, extraTimePercent)
  if (!closing?.endsAtClosing) return toDeadline(endsAt)
  const usualEnd = startedAt + getDurationWithExtraTimeMs(durationMinutes, 0)
  return toDeadline(endsAt - Math.max(0, usualEnd - closing.closesAt))
}

/** The duration for one student, including any extra time. */
export function getDurationWithExtraTimeMs(
  durationMinutes: number,
  extraTimePercent: number,
): number {
  return Math.round(durationMinutes * 60_000 * (1 + extraTimePercent / 100))
}

export function toDeadline(endsAt: number): Deadline {
  return { endsAt, closesAt: endsAt + graceMs }
}

/** Whole seconds, rounded up, so that the last second shows as 1 and the end as 0. */
export function getSecondsLeft(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000))
}

/** An attempt's whole time, with time added and without the time it was closed or paused. */
export function getAllottedTimeMs(
  attempt: { readonly startedAt: number; readonly endsAt: number; readonly pausedMs: number },
  reopenings: readonly { readonly finishedAt: number; readonly clockStartsAt: number }[],
): number {
  const { startedAt, endsAt, pausedMs } = attempt
  const closedMs = reopenings.reduce((ms, end) => ms + end.clockStartsAt - end.finishedAt, 0)
  return endsAt - startedAt - closedMs - pausedMs
}
