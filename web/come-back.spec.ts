import { expect, it } from 'vitest'
import { NetworkFault, Refused } from './api.ts'
import { comesBack, comesBackAfterMs } from './come-back.ts'

const busy = (seconds: number | null) => new Refused(503, { code: 'busy' }, seconds)

it('calls a busy server again, five times at most', () => {
  expect([0, 1, 2, 3, 4, 5].map((failures) => comesBack(failures, busy(1)))).toEqual([
    ...[true, true, true, true, true, false],
  ])
})

it('takes a no for a no, and leaves a net that is away to others', () => {
  expect(comesBack(0, new Refused(409, { code: 'already-taken' }, null))).toBe(false)
  expect(comesBack(0, new Refused(500, { code: 'fault' }, null))).toBe(false)
  expect(comesBack(0, new NetworkFault(null))).toBe(false)
})

it('comes when it was told, or later each time', () => {
  const between = (ms: number, least: number, most: number) => {
    expect(ms).toBeGreaterThanOrEqual(least)
    expect(ms).toBeLessThanOrEqual(most)
  }
  between(comesBackAfterMs(0, busy(8)), 8000, 12_000)
  between(comesBackAfterMs(0, busy(null)), 1000, 1500)
  between(comesBackAfterMs(3, busy(1)), 8000, 12_000)
  between(comesBackAfterMs(9, busy(1)), 15_000, 22_500)
})
