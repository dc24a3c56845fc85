import { roundPercentage } from '#core/grading/percentage.ts'
import { site } from '#site'

const instants = new Intl.DateTimeFormat(site.locale, {
  timeZone: site.timeZone,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})
const zones = new Intl.DateTimeFormat(site.locale, {
  timeZone: site.timeZone,
  timeZoneName: 'long',
})
const counts = new Intl.NumberFormat(site.locale)
const money = new Intl.NumberFormat(site.locale, {
  style: 'currency',
  currency: site.currency,
  maximumFractionDigits: 0,
})
const percentages = new Intl.NumberFormat(site.locale, {
  style: 'unit',
  unit: 'percent',
  maximumFractionDigits: 1,
})

/** "21 Nov 2026, 10:02 am", always in the institute's time zone. */
export function formatInstant(ms: number): string {
  return normalizeSpaces(instants.format(ms))
}

/** The name of the institute's time zone at that moment: "India Standard Time". */
export function formatTimeZone(ms: number): string {
  return zones.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value ?? ''
}

/** "1,25,000": digits grouped as people here write them. */
export function formatCount(count: number): string {
  return counts.format(count)
}

/** "1 attempt", "22 attempts", "1,250 attempts" */
export function pluralize(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** "₹45,000": whole units only. */
export function formatMoney(amount: number): string {
  return normalizeSpaces(money.format(amount))
}

/** "31 min 12 s", "1 h 5 min": zero parts are left out; no line breaks between number and unit. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}\u00a0${unit}`)
  return shown.join(' ') || '0\u00a0s'
}

/** "66.7%" for 66.66…; takes 0 to 100. */
export function formatPercentage(percentage: number): string {
  return normalizeSpaces(percentages.format(roundPercentage(percentage)))
}

/** JavaScript engines put different kinds of space before "am". */
function normalizeSpaces(text: string): string {
  return text.replace(/\s/gu, ' ')
}
