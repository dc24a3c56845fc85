export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** India has one time zone and no daylight saving time. */
const indiaAheadMs = 5.5 * hour

export type Calendar = {
  readonly now: number
  /** A time of day at the institute, a number of days ago: `at(3, '18:30')`. */
  at(daysAgo: number, time: string): number
  /** The date at the institute in a number of days, as yyyy-MM-dd. */
  dateIn(days: number): string
}

export function createCalendar(now: number): Calendar {
  const midnight = Math.floor((now + indiaAheadMs) / day) * day - indiaAheadMs
  return {
    now,
    at(daysAgo, time) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      return midnight - daysAgo * day + hours * hour + minutes * minute
    },
    dateIn: (days) => new Date(midnight + days * day + indiaAheadMs).toISOString().slice(0, 10),
  }
}
