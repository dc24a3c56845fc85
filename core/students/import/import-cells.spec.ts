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

it.each([
  ['fees', '100000000', undefined],
  ['fees', '100000001', 'Enter the fees in whole rupees'],
  ['fees', '0', undefined],
  ['fees', '', 'Enter the fees in whole rupees'],
  ['fees', '45000 x', 'Enter the fees in whole rupees'],
  ['fees', 'x 45000', 'Enter the fees in whole rupees'],
  ['rollNumber', 'A-7', undefined],
  ['rollNumber', '', undefined],
  ['rollNumber', '--', 'Use a letter or a digit'],
  ['rollNumber', 'x'.repeat(30), undefined],
  ['rollNumber', 'x'.repeat(31), 'Use 30 characters or fewer'],
  ['startDate', 'soon', 'Enter the start date as day-month-year, like 01-12-2026'],
  ['startDate', '2026-12-01', undefined],
  ['remarks', '', undefined],
  ['batch', 'anything', undefined],
  ['phone', '1', 'Enter a phone number with 7 to 15 digits'],
] as const)('the %s %j has the error %j', (field, text, error) => {
  expect(validateCell(field, text, today)).toBe(error)
})

it('notes are stored as columns', () => {
  expect(toNotes({ fees: '45000', startDate: '01-12-2026', remarks: 'x' })).toEqual({
    fees: 45_000,
    start_date: '2026-12-01',
    remarks: 'x',
  })
  expect(toNotes({ fees: '', startDate: '', remarks: '' })).toEqual({
    fees: null,
    start_date: null,
    remarks: null,
  })
})

it.each([
  ['  45000  ', '45000'],
  ['45000/- only', '45000/- only'],
  ['45,000.00', '45000'],
  ['45000.000', '45000.000'],
  ['45000.5', '45000.5'],
  ['Rs', 'Rs'],
  ['a Rs 5', 'a Rs 5'],
  [' paid ', 'paid'],
])('the fees %j are %j', (text, fees) => {
  expect(normalizeFees(text)).toBe(fees)
})
