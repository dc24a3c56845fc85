import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import {
  formatCount,
  formatDuration,
  formatInstant,
  formatMoney,
  formatPercentage,
  formatTimeZone,
  pluralize,
  toDigits,
} from './format.ts'

const morning = Date.UTC(2026, 10, 21, 4, 32)

it('shows an instant by the institute’s clock', () => {
  expect(formatInstant(morning)).toBe('21 Nov 2026, 10:02 am')
  expect(formatInstant(Date.UTC(2026, 11, 31, 18, 30))).toBe('1 Jan 2027, 12:00 am')
  expect(formatTimeZone(morning)).toBe('India Standard Time')
})

it('groups amounts of money as people in India do', () => {
  expect(formatMoney(45_000)).toBe('₹45,000')
  expect(formatMoney(1_250_000)).toBe('₹12,50,000')
  expect(formatMoney(0)).toBe('₹0')
})

it('groups counts the same way', () => {
  expect(formatCount(999)).toBe('999')
  expect(formatCount(125_000)).toBe('1,25,000')
  expect(pluralize(1, 'attempt')).toBe('1 attempt')
  expect(pluralize(0, 'attempt')).toBe('0 attempts')
  expect(pluralize(12_500, 'attempt')).toBe('12,500 attempts')
})

it.each([
  ['45,000', '45000'],
  ['₹ 45000', '45000'],
  ['₹12,50,000', '1250000'],
  ['', ''],
  ['45.000', '45.000'],
  ['forty', 'forty'],
])('reads the typed number %j as %j', (typed, digits) => {
  expect(toDigits(typed)).toBe(digits)
})

it('reads back what it writes', () => {
  fc.assert(
    fc.property(fc.nat({ max: 999_999_999 }), (amount) => {
      expect(toDigits(formatCount(amount))).toBe(String(amount))
      expect(toDigits(formatMoney(amount))).toBe(String(amount))
    }),
  )
})

it.each([
  [1_872_000, '31 min 12 s'],
  [1_872_999, '31 min 12 s'],
  [3_900_000, '1 h 5 min'],
  [59_000, '59 s'],
  [0, '0 s'],
  [-5, '0 s'],
])('shows %i ms as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text.replace(/(?<=\d) /g, '\u00a0'))
})

it.each([
  [100, '100%'],
  [80, '80%'],
  [79.96, '79.9%'],
  [5.6, '5.6%'],
  [200 / 3, '66.7%'],
  [93.75, '93.8%'],
  [0, '0%'],
])('shows %d of a hundred as %s, rounded within its band', (percentage, text) => {
  expect(formatPercentage(percentage)).toBe(text)
})

it('creates no Intl formatter before one is used', async () => {
  vi.resetModules()
  const makers = [vi.spyOn(Intl, 'DateTimeFormat'), vi.spyOn(Intl, 'NumberFormat')]
  const format = await import('./format.ts')
  for (const maker of makers) expect(maker).not.toHaveBeenCalled()
  format.formatDay(morning)
  format.formatCount(1)
  for (const maker of makers) expect(maker).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})
