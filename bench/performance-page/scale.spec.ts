import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createLinearScale, createLogScale, createPercentileScale } from './scale.ts'

it('gives a linear axis round ticks from 0 to above the highest value', () => {
  const { ticks, place } = createLinearScale([3, 1_240])
  expect(ticks.map(({ label }) => label)).toEqual(['0', '500', '1,000', '1,500'])
  expect(place(750)).toBe(0.5)
  expect(createLinearScale([0.7]).ticks.map(({ label }) => label)).toEqual([
    ...['0', '0.2', '0.4', '0.6', '0.8'],
  ])
})

it('gives a logarithmic axis powers of ten', () => {
  const { ticks, place } = createLogScale([0.4, 20, 730])
  expect(ticks.map(({ label }) => label)).toEqual(['0.1', '1', '10', '100', '1,000'])
  expect(place(10)).toBeCloseTo(0.5)
  expect(place(0)).toBe(0)
})

it('gives each nine of a percentile the same room', () => {
  const { place } = createPercentileScale()
  expect(place(99) - place(90)).toBeCloseTo(place(90) - place(0))
  expect(place(99.9) - place(99)).toBeCloseTo(place(90) - place(0))
  expect(place(100)).toBe(1)
})

it('keeps every value on the axis, even if all are 0 or there are none', () => {
  const anyValues = fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }))
  fc.assert(
    fc.property(anyValues, (values) => {
      for (const { place, ticks } of [createLinearScale(values), createLogScale([...values, 1])]) {
        expect(ticks.length).toBeGreaterThan(1)
        for (const value of values) {
          expect(place(value)).toBeGreaterThanOrEqual(-1e-9)
          expect(place(value)).toBeLessThanOrEqual(1 + 1e-9)
        }
      }
    }),
  )
})
