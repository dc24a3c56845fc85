/** Answers that were under way at the deadline are still taken for this long. */
export const graceMs = 15_000

export type Deadline = {
  /** What the clock on the screen counts to. */
  readonly endsAt: number
  /** The last moment at which an answer is taken. */
  readonly closesAt: number
}

/** Fixed once, at the start; times are milliseconds since 1970 by the server's clock. */
export function computeDeadline(
  startedAt: number,
  durationMinutes: number,
  extraTimePercent = 0,
): Deadline {
  return toDeadline(startedAt + getDurationWithExtraTimeMs(durationMinutes, extraTimePercent))
}

/** What one student has: some get a part more. */
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
