import { createDateFormatter } from '#contract/date-parts.ts'
import { formatDay, formatDuration, formatInstant } from '#contract/format.ts'

export { formatTime } from '#contract/format.ts'

/** 10:02:31 am */
export const formatTimeWithSeconds = createDateFormatter({ timeStyle: 'medium' })

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
