export type CalendarDate = { readonly year: number; readonly month: number; readonly day: number }

/** `dd-MM-yyyy`, a day that exists; undefined otherwise. */
export function parseDate(text: string): CalendarDate | undefined {
  const date = readDate(text)
  return date && date.day <= getDaysInMonth(date.year, date.month) ? date : undefined
}

/** A day of a month of the year; the month may be too short for it. */
export function readDate(text: string): CalendarDate | undefined {
  const parts = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text)
  if (!parts) return undefined
  const [day, month, year] = parts.slice(1).map(Number) as [number, number, number]
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { year, month, day } : undefined
}

/** Turns 14/8/2003, 14082003 and 2003-08-14 into dd-MM-yyyy; other text stays as it is. */
export function normalizeDate(text: string): string {
  const trimmed = text.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(trimmed)
  if (iso) return `${iso[3]}-${iso[2]}-${iso[1]}`
  const parts =
    /^(\d{2})(\d{2})(\d{4})$/.exec(trimmed) ??
    /^(\d{1,2})\s?[-/. ]\s?(\d{1,2})\s?[-/. ]\s?(\d{4})$/.exec(trimmed)
  if (!parts) return trimmed
  const [day = '', month = '', year = ''] = parts.slice(1)
  return `${day.padStart(2, '0')}-${month.padStart(2, '0')}-${year}`
}

/** The months without a 31st, by their number. */
const shortMonths: Readonly<Record<number, string>> = {
  2: 'February',
  4: 'April',
  6: 'June',
  9: 'September',
  11: 'November',
}

/** 29 February is missing in some years only. */
export function describeMissingDay({ day, month, year }: CalendarDate): string {
  const named = `${day} ${shortMonths[month]}`
  return `${day === 29 ? `${named} ${year}` : named} does not exist`
}

/** Why it is no day, as `what` is entered: "the start date". Undefined for a day that exists. */
export function validateDay(text: string, what: string): string | undefined {
  const date = readDate(text)
  if (!date) return `Enter ${what} as day-month-year, like 01-12-2026`
  return parseDate(text) ? undefined : describeMissingDay(date)
}

function getDaysInMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  if (month === 2) return isLeap ? 29 : 28
  return month in shortMonths ? 30 : 31
}
