import { expect, it } from 'vitest'
import { formatDate, formatNumber, isDateFormat } from './format-number.ts'

it.each([
  { value: 0.5, format: '0%', shown: '50%' },
  { value: 0.285, format: '0%', shown: '29%' },
  { value: 7, format: '000', shown: '007' },
  { value: 1.5, format: '0.00', shown: '1.50' },
  { value: 1.005, format: '0.00', shown: '1.01' },
  { value: -1.5, format: '0.0', shown: '-1.5' },
  { value: 1234567.8, format: '#,##0.00', shown: '1,234,567.80' },
  { value: 0.5, format: '#.##', shown: '.5' },
  { value: 3, format: '0.##', shown: '3.' },
  { value: 1500, format: '[$₹-4009] #,##0', shown: '₹ 1,500' },
  { value: 5, format: '0" kg"', shown: '5 kg' },
  { value: 5, format: '0\\m', shown: '5m' },
  { value: -5, format: '0_);[Red](0)', shown: '(5)' },
  { value: 0, format: '0;-0;"none"0', shown: 'none0' },
  { value: 12345, format: '0.00E+00', shown: '1.23E+04' },
  { value: 0.1 + 0.2, format: 'General', shown: '0.3' },
  { value: 1e21, format: '', shown: '1E+21' },
])('shows $value as $shown in $format', ({ value, format, shown }) => {
  expect(formatNumber(value, format)).toBe(shown)
})

it.each(['# ?/?', '[>=100]0;0', '0,', 'currency', '0 "x" 0', 'd/m/y'])(
  'reports %s as an unknown format',
  (format) => {
    expect(formatNumber(0.5, format)).toBeNull()
  },
)

it.each([
  { format: 'dd/mm/yyyy', isDate: true },
  { format: '[h]:mm', isDate: true },
  { format: '[$-409]mmm\\-yy;@', isDate: true },
  { format: 'General', isDate: false },
  { format: '0.00" days"', isDate: false },
  { format: '[Red]0', isDate: false },
])('recognises $format as a date: $isDate', ({ format, isDate }) => {
  expect(isDateFormat(format)).toBe(isDate)
})

it('counts days from 1900 or from 1904', () => {
  expect(formatDate(46054, false)).toBe('2026-02-01')
  expect(formatDate(46054.75, false)).toBe('2026-02-01 18:00')
  expect(formatDate(44592, true)).toBe('2026-02-01')
})
