import { type CalendarDate, normalizeDate, validateDay } from '../calendar-date.ts'
import { validateRegistrationField } from '../registration.ts'
import { validateRollNumber } from '../roll-number.ts'
import type { ImportField, ImportValues } from './import-rows.ts'

const maxFees = 100_000_000

/** Undefined for a right one, given that there is something in the cell or that it is needed. */
export function validateCell(
  field: ImportField,
  text: string,
  today: CalendarDate,
): string | undefined {
  switch (field) {
    case 'rollNumber':
      return validateRollNumber(text) ?? undefined
    case 'fees':
      return /^\d{1,9}$/.test(text) && Number(text) <= maxFees
        ? undefined
        : 'Enter the fees in whole rupees'
    case 'startDate':
      return validateDay(normalizeDate(text), 'the start date')
    case 'remarks':
    case 'batch':
      return undefined
    default:
      return validateRegistrationField(field, text, today)
  }
}

/** The columns of a student; the values must be valid. */
export function toNotes({ fees, startDate, remarks }: ImportValues) {
  return {
    fees: fees ? Number(fees) : null,
    start_date: startDate ? startDate.split('-').toReversed().join('-') : null,
    remarks: remarks || null,
  }
}
