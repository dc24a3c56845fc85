import type { LocalTime } from '#core/accounts/throttling-exemption.ts'
import type { CalendarDate } from '#core/students/calendar-date.ts'
import { createDatePartsReader } from './date-parts.ts'

const readParts = createDatePartsReader('en', {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** Reads date and time at the institute, whatever the time zone of this machine. */
function readClock(at: number): CalendarDate & LocalTime {
  const parts = readParts(at)
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    // Some browsers call midnight 24.
    hour: read('hour') % 24,
    minute: read('minute'),
    second: read('second'),
  }
}

/** The date at the institute at that moment. */
export function getInstituteDay(at: number): CalendarDate {
  const { year, month, day } = readClock(at)
  return { year, month, day }
}

/** The time of day at the institute at that moment. */
export function getInstituteTime(at: number): LocalTime {
  const { hour, minute, second } = readClock(at)
  return { hour, minute, second }
}

/**
 * The minute that is shown as a closing. Midnight belongs to the day that it ends: people read
 * "28 Nov, 12:00 am" as the end of the 28th, so it is shown as 27 Nov, 11:59 pm.
 */
export function toClosingMinute(at: number): number {
  const { hour, minute, second } = getInstituteTime(at)
  return hour === 0 && minute === 0 && second === 0 ? at - 60_000 : at
}

/** Returns local time at the institute, in milliseconds as if it were UTC. */
export function getWallClock(at: number): number {
  const { year, month, day, hour, minute, second } = readClock(at)
  // biome-ignore lint/style/noRestrictedGlobals: it counts days, and looks at no clock
  const wholeSeconds = Date.UTC(year, month - 1, day, hour, minute, second)
  return wholeSeconds + (((at % 1000) + 1000) % 1000)
}

/** "2026-11-21": the date at the institute at that moment. */
export function formatInstituteDay(at: number): string {
  const { year, month, day } = readClock(at)
  return `${padNumber(year, 4)}-${padNumber(month)}-${padNumber(day)}`
}

/** Whether both are on one day at the institute. */
export function isSameInstituteDay(one: number, other: number): boolean {
  return formatInstituteDay(one) === formatInstituteDay(other)
}

/** "10:02": the time of day at the institute at that moment, in 24 hours. */
export function formatInstituteTime(at: number): string {
  const { hour, minute } = readClock(at)
  return `${padNumber(hour)}:${padNumber(minute)}`
}

/** "2026-11-21T10:02:31+05:30": the same moment everywhere, as ISO 8601 has it. */
export function formatInstituteInstant(at: number): string {
  const minutesAhead = Math.floor((getWallClock(at) - at) / 60_000)
  const size = Math.abs(minutesAhead)
  const offset = `${padNumber(Math.floor(size / 60))}:${padNumber(size % 60)}`
  const sign = minutesAhead < 0 ? '-' : '+'
  const seconds = padNumber(readClock(at).second)
  return `${formatInstituteDay(at)}T${formatInstituteTime(at)}:${seconds}${sign}${offset}`
}

function padNumber(number: number, length = 2): string {
  return String(number).padStart(length, '0')
}
