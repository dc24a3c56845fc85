import { site } from '#site'

const { locale, timeZone } = site
const instant = new Intl.DateTimeFormat(locale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone,
})
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
const rupees = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})

/** 21 Nov 2026, 10:02 am */
export function formatInstant(iso: string): string {
  return instant.format(new Date(iso))
}

/** 21 Nov 2026 */
export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}

/** ₹45,000 */
export function formatMoney(wholeRupees: number): string {
  return rupees.format(wholeRupees)
}

/** 30 mins */
export function formatMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'min' : 'mins'}`
}

/** 31 min 12 s */
export function formatTaken(startIso: string, endIso: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(endIso) - Date.parse(startIso)) / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const words = ['h', 'min', 's']
  const said = parts
    .map((part, index) => (part > 0 ? `${part} ${words[index]}` : ''))
    .filter(Boolean)
  return said.join(' ') || '0 s'
}

/** 88% */
export function formatPercent(percentage: number): string {
  return `${Math.round(percentage)}%`
}
