import { expect, it } from 'vitest'
import { getExemptionEnd } from './throttling-exemption.ts'

const at = Date.UTC(2026, 10, 21, 4, 30, 20, 500)
const localTime = { hour: 10, minute: 0, second: 20 }

it.each([
  { period: 'quarter-hour', ends: at + 15 * 60_000 },
  { period: 'hour', ends: at + 60 * 60_000 },
  { period: 'today', ends: Date.UTC(2026, 10, 21, 18, 30) },
] as const)('a network unblocked for a $period is unblocked until its end', ({ period, ends }) => {
  expect(getExemptionEnd(period, at, localTime)).toBe(ends)
})

it('"today" ends at midnight, even in its last second', () => {
  const last = { hour: 23, minute: 59, second: 59 }
  expect(getExemptionEnd('today', 1_000_250, last)).toBe(1_001_000)
})
