import type { LocalTime } from '#core/accounts/throttling-exemption.ts'
import type { CalendarDate } from '#core/students/registration.ts'
import { site } from '#site'

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: site.timeZone })
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: site.timeZone,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const offsetFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: site.timeZone,
  timeZoneName: 'longOffset',
})

/** "2026-11-21": the date at the institute at that moment, wherever this runs. */
export function formatInstituteDay(at: number): string {
  return dayFormat.format(at)
}

export function getInstituteDay(at: number): CalendarDate {
  const [year, month, day] = formatInstituteDay(at).split('-').map(Number) as [
    number,
    number,
    number,
  ]
  return { year, month, day }
}

/** The time of day at the institute at that moment. */
export function getInstituteTime(at: number): LocalTime {
  const [hour = 0, minute = 0, second = 0] = timeFormat.format(at).split(':').map(Number)
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

/** "2026-11-21T10:02:31": what the clock at the institute shows, without its zone. */
export function formatWallClock(at: number): string {
  return `${formatInstituteDay(at)}T${timeFormat.format(at)}`
}

/** "2026-11-21T10:02:31+05:30": the same moment everywhere, as ISO 8601 has it. */
export function formatInstituteInstant(at: number): string {
  const parts = offsetFormat.formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  // "GMT+05:30", and "GMT" alone where the offset is zero.
  return `${formatWallClock(at)}${name.replace('GMT', '') || '+00:00'}`
}
