import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeQuantiles, getQuantile, keptPercents } from './quantile.ts'

it('returns measured times, by nearest rank', () => {
  const quantiles = computeQuantiles(Array.from({ length: 1000 }, (_, index) => 1000 - index))
  expect(quantiles.count).toBe(1000)
  expect(getQuantile(quantiles, 50)).toBe(500)
  expect(getQuantile(quantiles, 99)).toBe(990)
  expect(getQuantile(quantiles, 99.9)).toBe(999)
  expect(getQuantile(quantiles, 100)).toBe(1000)
  expect(getQuantile(computeQuantiles([7]), 1)).toBe(7)
})

it('returns 0 without measurements', () => {
  expect(computeQuantiles([])).toEqual({ count: 0, ms: keptPercents.map(() => 0) })
})

it('never decreases, and ends with the longest time', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 1 }), (values) => {
      const { ms } = computeQuantiles(values)
      expect(ms).toEqual(ms.toSorted((one, other) => one - other))
      expect(ms.at(-1)).toBe(Math.max(...values))
      expect(values).toEqual(expect.arrayContaining([...ms]))
    }),
  )
})
