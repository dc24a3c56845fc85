import { expect, it } from 'vitest'
import { NetworkError, RefusalError } from './request.ts'
import { getRetryDelayMs, shouldRetry } from './retry-policy.ts'

const busy = (seconds: number | null) => new RefusalError(503, { code: 'busy' }, seconds)

it('retries a busy server five times at most', () => {
  expect([0, 1, 2, 3, 4, 5].map((failures) => shouldRetry(failures, busy(1)))).toEqual([
    ...[true, true, true, true, true, false],
  ])
})

it('retries neither a refusal nor a lost connection', () => {
  expect(shouldRetry(0, new RefusalError(409, { code: 'already-taken' }, null))).toBe(false)
  expect(shouldRetry(0, new RefusalError(500, { code: 'fault' }, null))).toBe(false)
  expect(shouldRetry(0, new NetworkError(null))).toBe(false)
})

it('retries when the server says, or later each time', () => {
  const expectBetween = (ms: number, min: number, max: number) => {
    expect(ms).toBeGreaterThanOrEqual(min)
    expect(ms).toBeLessThanOrEqual(max)
  }
  expectBetween(getRetryDelayMs(0, busy(8)), 8000, 12_000)
  expectBetween(getRetryDelayMs(0, busy(null)), 750, 1250)
  expectBetween(getRetryDelayMs(3, busy(1)), 6000, 10_000)
  expectBetween(getRetryDelayMs(9, busy(1)), 11_250, 18_750)
})
