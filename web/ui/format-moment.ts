import { formatTimeZone } from '#contract/format.ts'
import { formatInstituteDay, formatWallClock, toClosingMinute } from '#contract/institute-clock.ts'
import { site } from '#site'
import { formatDate, formatTime } from './format-time.ts'

const weekdayFormat = new Intl.DateTimeFormat(site.locale, {
  timeZone: site.timeZone,
  weekday: 'short',
})
const dayFormat = new Intl.DateTimeFormat(site.locale, {
  timeZone: site.timeZone,
  day: 'numeric',
  month: 'short',
})

/** "Today, 11:00 am", "Mon 23 Nov, 10:00 am", and with its year where that is another one. */
export function formatMoment(ms: number, now: number): string {
  return isSameDay(ms, now) ? `Today, ${formatClockTime(ms)}` : formatTimeNear(ms, now)
}

/** "at 12:30 pm" on the day of the other moment, else "on Mon 23 Nov at 11:30 am". */
export function formatAt(ms: number, other: number): string {
  const time = `at ${formatClockTime(ms)}`
  return isSameDay(ms, other) ? time : `on ${formatDayNear(ms, other)} ${time}`
}

/** "12:30 pm" on the day of the other moment, else "Mon 23 Nov, 11:30 am". */
export function formatTimeNear(ms: number, other: number): string {
  const time = formatClockTime(ms)
  return isSameDay(ms, other) ? time : `${formatDayNear(ms, other)}, ${time}`
}

/** "21 Nov 2026, 10:00 am to 11:00 am", with both days where the second is another one. */
export function formatPeriod(from: number, to: number): string {
  const end = toClosingMinute(to)
  const until = isSameDay(from, end) ? formatClockTime(end) : formatDayAndTime(end)
  return `${formatDayAndTime(from)} to ${until}`
}

/** "10:00 am", never broken. */
export function formatClockTime(ms: number): string {
  return formatTime(ms).replace(/\s/gu, '\u00a0')
}

/** For a place whose times are the institute's: empty where the device's clock shows the same. */
export function describeTimeZone(ms: number): string {
  const device = new Date(ms)
  const shown = Date.UTC(
    device.getFullYear(),
    device.getMonth(),
    device.getDate(),
    device.getHours(),
    device.getMinutes(),
    device.getSeconds(),
  )
  const isSame = shown === Date.parse(`${formatWallClock(ms)}Z`)
  return isSame ? '' : `Times are in ${formatTimeZone(ms)}.`
}

function formatDayAndTime(ms: number): string {
  return `${formatDate(new Date(ms).toISOString())}, ${formatClockTime(ms)}`
}

function formatDayNear(ms: number, other: number): string {
  const isSameYear = formatInstituteDay(ms).slice(0, 4) === formatInstituteDay(other).slice(0, 4)
  if (!isSameYear) return formatDate(new Date(ms).toISOString())
  return `${weekdayFormat.format(ms)} ${dayFormat.format(ms)}`
}

function isSameDay(one: number, other: number): boolean {
  return formatInstituteDay(one) === formatInstituteDay(other)
}
