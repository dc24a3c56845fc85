import type { Today } from '#core/registration.ts'
import { site } from '#site'

const days = new Intl.DateTimeFormat('en-CA', { timeZone: site.timeZone })

/** The day it is at the institute, as the server will see it. */
export function today(): Today {
  const [year, month, day] = days.format().split('-').map(Number) as [number, number, number]
  return { year, month, day }
}
