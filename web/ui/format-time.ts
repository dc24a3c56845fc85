import { createDateFormatter } from '#contract/date-parts.ts'
import { formatDuration } from '#contract/format.ts'

/** A day is one line on a screen, and so is a time. */
const noBreak = '\u00a0'

/** "21 Nov 2026", never broken. */
export const formatDay = createDateFormatter(
  { day: 'numeric', month: 'short', year: 'numeric' },
  noBreak,
)

/** "Mon", "23 Nov": in a line with what stands before them. */
export const formatWeekday = createDateFormatter({ weekday: 'short' }, noBreak)
export const formatDayOfYear = createDateFormatter({ day: 'numeric', month: 'short' }, noBreak)

/** "10:02 am", never broken. */
export const formatTime = createDateFormatter({ hour: 'numeric', minute: '2-digit' }, noBreak)

/** 10:02:31 am */
export const formatTimeWithSeconds = createDateFormatter({ timeStyle: 'medium' }, noBreak)

/** "21 Nov 2026, 10:02 am", broken before the time, if anywhere. */
export function formatInstant(ms: number): string {
  return `${formatDay(ms)}, ${formatTime(ms)}`
}

/** 21 Nov 2026, 10:02 am */
export function formatDateTime(iso: string): string {
  return formatInstant(Date.parse(iso))
}

/** 21 Nov 2026 */
export function formatDate(iso: string): string {
  return formatDay(Date.parse(iso))
}

/** 31 min 12 s */
export function formatElapsed(startIso: string, endIso: string): string {
  return formatDuration(Date.parse(endIso) - Date.parse(startIso))
}

/** 30 mins: how long a test is set to last. */
export function formatMinutes(minutes: number): string {
  return `${minutes}\u00a0${minutes === 1 ? 'min' : 'mins'}`
}
