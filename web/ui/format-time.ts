import { formatDuration, formatInstant } from '#contract/format.ts'
import { site } from '#site'

const dayFormat = new Intl.DateTimeFormat(site.locale, {
  timeZone: site.timeZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

const timeFormat = new Intl.DateTimeFormat(site.locale, {
  timeZone: site.timeZone,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

const secondsFormat = new Intl.DateTimeFormat(site.locale, {
  timeZone: site.timeZone,
  timeStyle: 'medium',
  hour12: true,
})

/** 10:02:31 am */
export function formatTimeWithSeconds(ms: number): string {
  return secondsFormat.format(ms)
}

/** 10:02 am */
export function formatTime(ms: number): string {
  return timeFormat.format(ms)
}

/** 21 Nov 2026, 10:02 am */
export function formatDateTime(iso: string): string {
  return formatInstant(Date.parse(iso))
}

/** 21 Nov 2026 */
export function formatDate(iso: string): string {
  return dayFormat.format(Date.parse(iso))
}

/** 31 min 12 s */
export function formatElapsed(startIso: string, endIso: string): string {
  return formatDuration(Date.parse(endIso) - Date.parse(startIso))
}

/** 30 mins: how long a test is set to last. */
export function formatMinutes(minutes: number): string {
  return `${minutes}\u00a0${minutes === 1 ? 'min' : 'mins'}`
}
