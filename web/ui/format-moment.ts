import { formatTimeZone } from '#contract/format.ts'
import {
  getInstituteDay,
  getWallClock,
  isSameInstituteDay,
  toClosingMinute,
} from '#contract/institute-clock.ts'
import { formatDate, formatDayOfYear, formatTime, formatWeekday } from './format-time.ts'

/** "Today, 11:00 am", "Mon 23 Nov, 10:00 am", and with its year where that is another one. */
export function formatMoment(ms: number, now: number): string {
  return isSameInstituteDay(ms, now) ? `Today, ${formatTime(ms)}` : formatTimeNear(ms, now)
}

/** "at 12:30 pm" on the day of the other moment, else "on Mon 23 Nov at 11:30 am". */
export function formatAt(ms: number, other: number): string {
  const time = `at ${formatTime(ms)}`
  return isSameInstituteDay(ms, other) ? time : `on ${formatDayNear(ms, other)} ${time}`
}

/** "12:30 pm" on the day of the other moment, else "Mon 23 Nov, 11:30 am". */
export function formatTimeNear(ms: number, other: number): string {
  const time = formatTime(ms)
  return isSameInstituteDay(ms, other) ? time : `${formatDayNear(ms, other)}, ${time}`
}

/** "21 Nov 2026, 10:00 am to 11:00 am", with both days where the second is another one. */
export function formatPeriod(from: number, to: number): string {
  const end = toClosingMinute(to)
  const until = isSameInstituteDay(from, end) ? formatTime(end) : formatDayAndTime(end)
  return `${formatDayAndTime(from)} to ${until}`
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
  const isSame = shown === getWallClock(ms - (ms % 1000))
  return isSame ? '' : `Times are in ${formatTimeZone(ms)}.`
}

function formatDayAndTime(ms: number): string {
  return `${formatDate(new Date(ms).toISOString())}, ${formatTime(ms)}`
}

function formatDayNear(ms: number, other: number): string {
  const isSameYear = getInstituteDay(ms).year === getInstituteDay(other).year
  if (!isSameYear) return formatDate(new Date(ms).toISOString())
  return `${formatWeekday(ms)}\u00a0${formatDayOfYear(ms)}`
}
