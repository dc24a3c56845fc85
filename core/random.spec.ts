import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deriveSeed, shuffleIndexes } from './random.ts'

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const counts = fc.integer({ min: 0, max: 500 })

it('every seed gives each number exactly once', () => {
  fc.assert(
    fc.property(counts, seeds, (count, seed) => {
      const numbers = new Set(shuffleIndexes(count, seed))
      expect(numbers.size).toBe(count)
      for (let number = 0; number < count; number++) expect(numbers.has(number)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

it('the same seed gives the same order', () => {
  fc.assert(
    fc.property(counts, seeds, (count, seed) => {
      expect(shuffleIndexes(count, seed)).toEqual(shuffleIndexes(count, seed))
    }),
    { numRuns: 50 },
  )
})

// An attempt stores its seed, not its order: another algorithm would reorder a running paper.
it('attempts of earlier releases keep their order', () => {
  expect(shuffleIndexes(8, 20_261_121)).toEqual([7, 1, 0, 6, 4, 3, 2, 5])
})

it.each([
  { seed: 0, derived: [2_444_265_211, 593_563_126, 4_084_929_175] },
  { seed: 7, derived: [793_475_858, 3_039_063_351, 1_639_428_950] },
  { seed: 2 ** 32 - 1, derived: [3_898_846_874, 1_454_581_663, 2_258_182_910] },
])('the lists of attempts of earlier releases with seed $seed keep their seeds', (attempt) => {
  expect([0, 1, 20].map((list) => deriveSeed(attempt.seed, list))).toEqual(attempt.derived)
})

it('sixty students of one class get sixty different orders', () => {
  const orders = Array.from({ length: 60 }, (_, seed) =>
    shuffleIndexes(20, deriveSeed(seed, 0)).join(),
  )
  expect(new Set(orders).size).toBe(60)
})

it('every question is at every position about equally often', () => {
  const places = Array.from({ length: 4 }, () => [0, 0, 0, 0])
  for (let seed = 0; seed < 8000; seed++) {
    shuffleIndexes(4, deriveSeed(seed, 0)).forEach((question, place) => {
      const placeCounts = places[question] as number[]
      placeCounts[place] = (placeCounts[place] ?? 0) + 1
    })
  }
  for (const times of places.flat()) {
    expect(times).toBeGreaterThan(1800)
    expect(times).toBeLessThan(2200)
  }
})

it('all twenty-four orders of four options occur', () => {
  const orders = Array.from({ length: 2000 }, (_, seed) =>
    shuffleIndexes(4, deriveSeed(seed, 1)).join(),
  )
  expect(new Set(orders).size).toBe(24)
})

it('two lists of one attempt are shuffled differently', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const orders = Array.from({ length: 20 }, (_, part) =>
        shuffleIndexes(20, deriveSeed(seed, part)),
      )
      expect(new Set(orders.map(String)).size).toBe(20)
    }),
    { numRuns: 50 },
  )
})

it('a derived seed has 32 bits for any seed and part', () => {
  fc.assert(
    fc.property(seeds, fc.nat({ max: 500 }), (seed, part) => {
      const derived = deriveSeed(seed, part)
      expect(Number.isInteger(derived) && derived >= 0 && derived < 2 ** 32).toBe(true)
    }),
  )
})
