import { site } from '#site'

const days = new Intl.DateTimeFormat(site.locale, {
  timeZone: site.timeZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** 21 Nov 2026 */
export function formatDay(at: string | number): string {
  return days.format(new Date(at))
}

/** 30 mins: a test's duration; a time that was taken is contract/format.ts's. */
export function formatMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'min' : 'mins'}`
}
