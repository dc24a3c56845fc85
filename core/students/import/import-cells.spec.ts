import { describe, expect, it } from 'vitest'
import { checkImport } from './check-import.ts'
import { toNotes, validateCell } from './import-cells.ts'
import { normalizeValues } from './import-rows.ts'
import { normalizeFees } from './normalize-fees.ts'

const today = { year: 2026, month: 11, day: 28 }

describe('fees', () => {
  it.each(['45000', '45,000', '₹45,000', '₹ 45 000', 'Rs. 45,000/-', 'INR 45000.00', 'rs45000.0'])(
    '%j are 45000',
    (text) => {
      expect(normalizeFees(text)).toBe('45000')
      expect(validateCell('fees', normalizeFees(text), today)).toBeUndefined()
    },
  )

  it.each(['45k', '-5', '450.50', 'paid', '999999999'])('%j are none', (text) => {
    expect(validateCell('fees', normalizeFees(text), today)).toBe('Enter the fees in whole rupees')
  })
})

it.each([
  ['01-12-2026', '2026-12-01'],
  ['1/12/2026', '2026-12-01'],
  ['2026-12-01', '2026-12-01'],
])('the start date %j is stored as %j', (text, stored) => {
  const { startDate = '' } = normalizeValues({ startDate: text })
  expect(validateCell('startDate', startDate, today)).toBeUndefined()
  expect(toNotes({ startDate }).start_date).toBe(stored)
})

it('a start date that does not exist is an error', () => {
  expect(validateCell('startDate', '31-02-2027', today)).toBe('31 February does not exist')
  expect(validateCell('startDate', 'soon', today)).toMatch(/day-month-year/)
})

it('a missing cell is stored as null', () => {
  expect(toNotes({})).toEqual({ fees: null, start_date: null, remarks: null })
  expect(toNotes({ fees: '0', remarks: 'Pays by UPI' })).toMatchObject({
    fees: 0,
    remarks: 'Pays by UPI',
  })
})

describe('a batch', () => {
  const row = (batch: string) => ({
    line: 2,
    values: normalizeValues({ name: 'Nila', email: 'nila@x.in', course: 'php', batch }),
  })
  const check = (batch: string, batches?: readonly string[]) =>
    checkImport([row(batch)], { known: [], today, batches })[0]?.errors.map(({ field }) => field)

  it('is found with any capitals and spaces', () => {
    expect(check(' morning  B12 ', ['Evening B3', 'Morning B12'])).toEqual([])
  })

  it('that does not exist is an error, once the batches are loaded', () => {
    expect(check('Morning B13', ['Morning B12'])).toEqual(['batch'])
    expect(check('Morning B13', [])).toEqual(['batch'])
    expect(check('Morning B13')).toEqual([])
    expect(check('', [])).toEqual([])
  })
})
