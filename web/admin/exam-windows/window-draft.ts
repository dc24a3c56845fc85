import type { ExamWindow } from '#contract/exam-windows.ts'
import { formatInstituteDay, formatInstituteTime } from '#contract/institute-clock.ts'
import { findWindowErrors, type WindowTimes } from '#core/exam-windows/window.ts'
import { describeMissingDay, parseDate, readDate } from '#core/students/calendar-date.ts'
import type { FieldErrors, FieldValues } from '../../ui/form/form-state.ts'
import { parseInstituteTime } from '../../ui/form/parse-institute-time.ts'

type WindowDraft = {
  /** Null while something is missing or wrong. */
  readonly times: WindowTimes | null
  readonly errors: FieldErrors
}

/** The times of a window as they were typed: days and hours at the institute. */
export function readWindowDraft(values: FieldValues): WindowDraft {
  const { opensDay = '', entryDay = '', entryTime = '', closesDay = '' } = values
  const hasLatestEntry = entryDay.trim() !== '' || entryTime !== ''
  const opensAt = readMoment(opensDay, values.opensTime)
  const closesAt = readMoment(closesDay, values.closesTime)
  const latestEntryAt = hasLatestEntry ? readMoment(entryDay.trim() || opensDay, entryTime) : null
  const missing = {
    ...(opensAt === undefined && { opensDay: momentMessage('opens', opensDay) }),
    ...(closesAt === undefined && { closesDay: momentMessage('closes', closesDay) }),
    // Without a day of its own it is meant for the day of the opening.
    ...(latestEntryAt === undefined &&
      (opensAt !== undefined || entryDay.trim() !== '') && {
        entryDay: 'Enter a day and a time, or neither',
      }),
  }
  if (opensAt === undefined || closesAt === undefined || latestEntryAt === undefined)
    return { times: null, errors: missing }
  const errors = findWindowErrors({ opensAt, closesAt, latestEntryAt })
  if (errors) return { times: null, errors: placeWindowErrors(errors) }
  const endsAtClosing = values.endsAtClosing === 'true'
  return { times: { opensAt, closesAt, latestEntryAt, endsAtClosing }, errors: {} }
}

function momentMessage(what: string, day: string): string {
  const date = readDate(day.trim())
  return date && !parseDate(day.trim())
    ? describeMissingDay(date)
    : `Enter when it ${what}: a day as day-month-year, like 01-12-2026, and a time`
}

function readMoment(day: string, time = ''): number | undefined {
  if (!parseDate(day.trim()) || !/^\d{2}:\d{2}/.test(time)) return undefined
  return parseInstituteTime(reverseParts(day.trim()), time.slice(0, 5))
}

/** Errors of the contract's fields, at the fields of the form. */
export function placeWindowErrors(errors: Readonly<Record<string, string>>): FieldErrors {
  const { opensAt, closesAt, latestEntryAt, ...others } = errors
  return { ...others, opensDay: opensAt, closesDay: closesAt, entryDay: latestEntryAt }
}

/** As the form shows them first. */
export function toWindowFields(window: ExamWindow): FieldValues {
  const { opensAt, latestEntryAt, closesAt, endsAtClosing } = window
  return {
    ...toMomentFields('opens', Date.parse(opensAt)),
    ...(latestEntryAt !== null && toMomentFields('entry', Date.parse(latestEntryAt))),
    ...toMomentFields('closes', Date.parse(closesAt)),
    endsAtClosing: String(endsAtClosing),
  }
}

const dayMs = 24 * 60 * 60_000

/** A new window is proposed for tomorrow, from ten to eleven. */
export function proposeWindowFields(now: number): FieldValues {
  const day = reverseParts(formatInstituteDay(now + dayMs))
  return { opensDay: day, opensTime: '10:00', closesDay: day, closesTime: '11:00' }
}

function toMomentFields(name: string, at: number): FieldValues {
  const day = reverseParts(formatInstituteDay(at))
  return { [`${name}Day`]: day, [`${name}Time`]: formatInstituteTime(at) }
}

/** Days are yyyy-MM-dd in requests and dd-MM-yyyy on the screen. */
function reverseParts(day: string): string {
  return day.split('-').toReversed().join('-')
}

/** As a request wants them. */
export function toWindowBody({ opensAt, closesAt, latestEntryAt, endsAtClosing }: WindowTimes) {
  const toInstant = (at: number) => new Date(at).toISOString()
  return {
    opensAt: toInstant(opensAt),
    closesAt: toInstant(closesAt),
    latestEntryAt: latestEntryAt === null ? null : toInstant(latestEntryAt),
    endsAtClosing,
  }
}
