import type { CalendarDate } from '#core/students/registration.ts'
import { site } from '#site'

const days = new Intl.DateTimeFormat('en-CA', { timeZone: site.timeZone })

/** The day it is at the institute at a moment, as the server sees it. */
export function dayOf(at: number): CalendarDate {
  const [year, month, day] = days.format(at).split('-').map(Number) as [number, number, number]
  return { year, month, day }
}

export function today(): CalendarDate {
  return dayOf(Date.now())
}
