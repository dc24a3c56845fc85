import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getEndDelayMs, getPollMs, getPollSeconds } from './clock-interval.ts'

const jitter = fc.double({ min: 0, max: 1, noNaN: true })
const attempts = fc.nat(20_000)

it('polls every 5 to 8.5 s up to 2,000 running attempts, and within 26 s beyond', () => {
  expect([0, 2_000, 5_000, 10_000].map(getPollSeconds)).toEqual([8.5, 8.5, 22, 26])
  fc.assert(
    fc.property(attempts, jitter, (count, random) => {
      const ms = getPollMs(getPollSeconds(count), random)
      expect(ms).toBeGreaterThanOrEqual(5_000)
      expect(ms).toBeLessThanOrEqual(count <= 2_000 ? 8_500 : 26_000)
    }),
  )
})

it('keeps 10,000 students below 500 calls a second, and 5,000 at the rate of 2,000', () => {
  const perSecond = (count: number) => (count * 1000) / getPollMs(getPollSeconds(count), 0.5)
  expect(perSecond(2_000)).toBeCloseTo(296, 0)
  expect(perSecond(10_000)).toBeLessThan(500)
  for (let count = 2_000; count <= 6_000; count += 50)
    expect(perSecond(count)).toBeLessThanOrEqual(perSecond(2_000))
})

it('ends a usual class at once, and spreads a large one over up to 5 s', () => {
  fc.assert(
    fc.property(attempts, jitter, (count, random) => {
      const ms = getEndDelayMs(getPollSeconds(count), random)
      expect(ms).toBeGreaterThanOrEqual(500)
      expect(ms).toBeLessThanOrEqual(count <= 2_000 ? 500 : 5_500)
    }),
  )
  expect([0, 0.5, 1].map((random) => getEndDelayMs(getPollSeconds(10_000), random))).toEqual([
    500, 3_000, 5_500,
  ])
})
