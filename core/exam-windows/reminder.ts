import { findInstant } from './wall-clock.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const reminderHour = 18

type Reminder = {
  readonly opensAt: number
  /** When the student last got an email about the window. */
  readonly notifiedAt: number
  /** The opening that they were reminded of; null before the first reminder. */
  readonly remindedOf: number | null
}

/**
 * From 18:00 at the institute the day before until the opening, once for each opening. An email of that
 * day, or a later one, makes a reminder needless.
 */
export function isReminderDue(
  { opensAt, notifiedAt, remindedOf }: Reminder,
  getWallClock: (at: number) => number,
  now: number,
): boolean {
  if (remindedOf === opensAt || now >= opensAt) return false
  const day = Math.floor(getWallClock(opensAt) / dayMs) * dayMs - dayMs
  const remindsFrom = findInstant(day + reminderHour * hourMs, getWallClock)
  return now >= remindsFrom && notifiedAt < findInstant(day, getWallClock)
}

/** No reminder is due earlier than this before an opening, whatever the clock of the institute does. */
export const earliestReminderMs = 32 * hourMs
