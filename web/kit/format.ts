import { formatDuration, formatInstant } from '#contract/format.ts'
import { site } from '#site'

const days = new Intl.DateTimeFormat(site.locale, {
  timeZone: site.timeZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

const times = new Intl.DateTimeFormat(site.locale, {
  timeZone: site.timeZone,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

const seconds = new Intl.DateTimeFormat(site.locale, {
  timeZone: site.timeZone,
  timeStyle: 'medium',
  hour12: true,
})

/** 10:02:31 am */
export function formatSecond(ms: number): string {
  return seconds.format(ms)
}

/** 10:02 am */
export function formatTime(ms: number): string {
  return times.format(ms)
}

/** 21 Nov 2026, 10:02 am */
export function formatWhen(iso: string): string {
  return formatInstant(Date.parse(iso))
}

/** 21 Nov 2026 */
export function formatDay(iso: string): string {
  return days.format(Date.parse(iso))
}

/** 31 min 12 s */
export function formatTaken(startIso: string, endIso: string): string {
  return formatDuration(Date.parse(endIso) - Date.parse(startIso))
}

/** 30 mins: how long a test is set to last. */
export function formatMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'min' : 'mins'}`
}
