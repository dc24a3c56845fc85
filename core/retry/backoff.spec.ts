import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getBackoffMs, getCallRetryMs } from './backoff.ts'

const jitterArbitrary = fc.double({ min: 0, max: 1, noNaN: true })

it('waits 1, 2, 4 … 15 s before a call is made again', () => {
  expect([1, 2, 3, 4, 5, 6].map((failures) => getCallRetryMs(failures, 0.5))).toEqual([
    ...[1000, 2000, 4000, 8000, 15_000, 15_000],
  ])
})

it('spreads the retries of a class refused at the same moment', () => {
  expect([0, 1].map((jitter) => getCallRetryMs(1, jitter))).toEqual([750, 1250])
  expect([0, 1].map((jitter) => getCallRetryMs(1, jitter, 8000))).toEqual([8000, 12_000])
})

it('never retries before the time that the server named', () => {
  const arbitrary = fc.tuple(fc.integer({ min: 1, max: 200 }), jitterArbitrary, fc.nat(300_000))
  fc.assert(
    fc.property(arbitrary, ([failures, jitter, retryAfterMs]) => {
      const waitMs = getCallRetryMs(failures, jitter, retryAfterMs)
      expect(waitMs).toBeGreaterThanOrEqual(Math.max(750, retryAfterMs))
      expect(waitMs).toBeLessThanOrEqual(Math.max(18_750, retryAfterMs * 1.5))
    }),
  )
})

it('never waits longer than its maximum and its spread', () => {
  const backoff = { firstMs: 60_000, maxMs: 600_000, spread: 0.25 }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), jitterArbitrary, (failures, jitter) => {
      const waitMs = getBackoffMs(failures, jitter, backoff)
      expect(waitMs).toBeGreaterThanOrEqual(45_000)
      expect(waitMs).toBeLessThanOrEqual(750_000)
    }),
  )
})
