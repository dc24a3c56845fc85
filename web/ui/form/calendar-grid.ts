import type { CalendarDate } from '#core/students/calendar-date.ts'

/** The level of a calendar: the years of a decade, the months of a year, or the days of a month. */
export type CalendarLevel = 'decade' | 'year' | 'month'

/** A day as yyyy-MM-dd; days compare as text. A year stands for its first day, a month for its own. */
export type IsoDay = string

/** The first and the last day that may be picked. */
export type DayRange = { readonly min: IsoDay; readonly max: IsoDay }

const dayMs = 86_400_000

const columns = { decade: 3, year: 3, month: 7 } as const satisfies Record<CalendarLevel, number>

export function toIsoDay({ year, month, day }: CalendarDate): IsoDay {
  return [
    String(year).padStart(4, '0'),
    ...[month, day].map((part) => String(part).padStart(2, '0')),
  ].join('-')
}

/** The rows of a level around a day; weeks begin on Monday and are whole. */
export function listRows(level: CalendarLevel, day: IsoDay): IsoDay[][] {
  const cells = level === 'month' ? listWeeks(day) : listPeriods(level, day)
  const width = columns[level]
  return Array.from({ length: Math.ceil(cells.length / width) }, (_, row) =>
    cells.slice(row * width, (row + 1) * width),
  )
}

/** The day that a key leads to, within the range; undefined for a key that moves nothing. */
export function moveByKey(
  level: CalendarLevel,
  day: IsoDay,
  key: string,
  range: DayRange,
): IsoDay | undefined {
  const width = columns[level]
  const steps: Readonly<Record<string, () => IsoDay>> = {
    ArrowLeft: () => addUnits(level, day, -1),
    ArrowRight: () => addUnits(level, day, 1),
    ArrowUp: () => addUnits(level, day, -width),
    ArrowDown: () => addUnits(level, day, width),
    Home: () => findRow(level, day)[0] ?? day,
    End: () => findRow(level, day).at(-1) ?? day,
    PageUp: () => addPages(level, day, -1),
    PageDown: () => addPages(level, day, 1),
  }
  const moved = steps[key]?.()
  return moved && clampDay(moved, range)
}

/** The same place a month, a year or a decade later; the last day where a month is shorter. */
export function addPages(level: CalendarLevel, day: IsoDay, pages: number): IsoDay {
  return addMonths(day, pages * { month: 1, year: 12, decade: 120 }[level])
}

export function clampDay(day: IsoDay, { min, max }: DayRange): IsoDay {
  if (day < min) return min
  return day > max ? max : day
}

/** The part of a day that a cell of a level stands for: 2004, 2004-08 or 2004-08-14. */
export function toPeriod(level: CalendarLevel, day: IsoDay): string {
  return day.slice(0, { decade: 4, year: 7, month: 10 }[level])
}

/** The part of a day that is on one page of a level: 200, 2004 or 2004-08. */
export function toPage(level: CalendarLevel, day: IsoDay): string {
  return day.slice(0, { decade: 3, year: 4, month: 7 }[level])
}

/** Does a day, or a year, month or decade by its first letters, overlap the range? */
export function isInRange(period: string, { min, max }: DayRange): boolean {
  return period >= min.slice(0, period.length) && period <= max.slice(0, period.length)
}

function listWeeks(day: IsoDay): IsoDay[] {
  const first = `${day.slice(0, 8)}01`
  const daysBefore = (new Date(first).getUTCDay() + 6) % 7
  const daysInMonth = Number(addDays(addMonths(first, 1), -1).slice(8))
  const length = Math.ceil((daysBefore + daysInMonth) / 7) * 7
  return Array.from({ length }, (_, index) => addDays(first, index - daysBefore))
}

function listPeriods(level: 'decade' | 'year', day: IsoDay): IsoDay[] {
  if (level === 'decade')
    return Array.from({ length: 10 }, (_, year) => `${day.slice(0, 3)}${year}-01-01`)
  return Array.from({ length: 12 }, (_, month) => addMonths(`${day.slice(0, 4)}-01-01`, month))
}

function findRow(level: CalendarLevel, day: IsoDay): IsoDay[] {
  const isSame = (cell: IsoDay) => toPeriod(level, cell) === toPeriod(level, day)
  return listRows(level, day).find((row) => row.some(isSame)) ?? []
}

function addUnits(level: CalendarLevel, day: IsoDay, units: number): IsoDay {
  if (level === 'month') return addDays(day, units)
  return addMonths(day, level === 'year' ? units : units * 12)
}

export function addDays(day: IsoDay, days: number): IsoDay {
  return fromMs(Date.parse(day) + days * dayMs)
}

function addMonths(day: IsoDay, months: number): IsoDay {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return fromMs(Date.UTC(year, month - 1 + months, Math.min(date, lastDay)))
}

const fromMs = (ms: number): IsoDay => new Date(ms).toISOString().slice(0, 10)
