import type { CalendarDate } from '#core/students/registration.ts'
import { site } from '#site'

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: site.timeZone })

/** The day it is at the institute at a moment, as the server sees it. */
export function toInstituteDay(at: number): CalendarDate {
  const [year, month, day] = dayFormat.format(at).split('-').map(Number) as [number, number, number]
  return { year, month, day }
}

export function getToday(): CalendarDate {
  return toInstituteDay(Date.now())
}
