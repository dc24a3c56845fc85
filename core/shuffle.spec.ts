import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seedOf, shuffled } from './shuffle.ts'

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const counts = fc.integer({ min: 0, max: 500 })

it('deals every number exactly once, whatever the seed', () => {
  fc.assert(
    fc.property(counts, seeds, (count, seed) => {
      const dealt = new Set(shuffled(count, seed))
      expect(dealt.size).toBe(count)
      for (let number = 0; number < count; number++) expect(dealt.has(number)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

it('deals the same order for the same seed', () => {
  fc.assert(
    fc.property(counts, seeds, (count, seed) => {
      expect(shuffled(count, seed)).toEqual(shuffled(count, seed))
    }),
    { numRuns: 50 },
  )
})

// An attempt keeps its seed, not its order: another algorithm would deal a running paper anew.
it('still deals the order that attempts of earlier releases were dealt', () => {
  expect(shuffled(8, 20_261_121)).toEqual([7, 1, 0, 6, 4, 3, 2, 5])
})

it('deals sixty students of one class sixty different orders', () => {
  const orders = Array.from({ length: 60 }, (_, seed) => shuffled(20, seedOf(seed, 0)).join())
  expect(new Set(orders).size).toBe(60)
})

it('puts every question at every place about equally often', () => {
  const places = Array.from({ length: 4 }, () => [0, 0, 0, 0])
  for (let seed = 0; seed < 8000; seed++) {
    shuffled(4, seedOf(seed, 0)).forEach((question, place) => {
      const counted = places[question] as number[]
      counted[place] = (counted[place] ?? 0) + 1
    })
  }
  for (const times of places.flat()) {
    expect(times).toBeGreaterThan(1800)
    expect(times).toBeLessThan(2200)
  }
})

it('deals all twenty-four orders of four options', () => {
  const orders = Array.from({ length: 2000 }, (_, seed) => shuffled(4, seedOf(seed, 1)).join())
  expect(new Set(orders).size).toBe(24)
})

it('does not move two lists of one attempt alike', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const orders = Array.from({ length: 20 }, (_, part) => shuffled(20, seedOf(seed, part)))
      expect(new Set(orders.map(String)).size).toBe(20)
    }),
    { numRuns: 50 },
  )
})

it('makes a seed of 32 bits from any seed and part', () => {
  fc.assert(
    fc.property(seeds, fc.nat({ max: 500 }), (seed, part) => {
      const made = seedOf(seed, part)
      expect(Number.isInteger(made) && made >= 0 && made < 2 ** 32).toBe(true)
    }),
  )
})
