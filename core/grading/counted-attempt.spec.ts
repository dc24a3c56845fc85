import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  countingRules,
  describeCounting,
  type EndedAttempt,
  findCounted,
  toScoreSums,
} from './counted-attempt.ts'
import { computeAverage } from './percentage.ts'

const attempt = (id: string, startedAt: number, score: number, total = 5): EndedAttempt => ({
  id,
  startedAt,
  score,
  total,
})
const first = attempt('first', 1, 4)
const second = attempt('second', 2, 2)

it.each([
  { rule: 'last', counts: 'second' },
  { rule: 'best', counts: 'first' },
  { rule: 'average', counts: undefined },
] as const)('by the rule "$rule" $counts counts', ({ rule, counts }) => {
  expect(findCounted([first, second], rule)?.id).toBe(counts)
  expect(findCounted([second, first], rule)?.id).toBe(counts)
})

it('counts the newer of two equally good attempts', () => {
  expect(findCounted([first, attempt('later', 3, 4)], 'best')?.id).toBe('later')
})

it('compares shares where papers differ in length', () => {
  expect(findCounted([first, attempt('longer', 2, 5, 10)], 'best')?.id).toBe('first')
})

it('says nothing about a student with one attempt', () => {
  expect(describeCounting([first], 'best')).toEqual(new Map())
})

it('says for each attempt whether it counts', () => {
  const counting = (rule: 'best' | 'average') =>
    Object.fromEntries(describeCounting([first, second], rule))
  expect(counting('best')).toEqual({
    first: { rule: 'best', attempts: 2, isCounted: true },
    second: { rule: 'best', attempts: 2, isCounted: false },
  })
  const shared = { rule: 'average', attempts: 2, isCounted: true, average: 60 }
  expect(counting('average')).toEqual({ first: shared, second: shared })
})

const attempts = fc
  .array(fc.record({ score: fc.nat(7), total: fc.integer({ min: 7, max: 9 }), at: fc.nat(3) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((list) => list.map(({ score, total, at }, index) => attempt(`${index}`, at, score, total)))

it('gives each student the same weight by every rule', () => {
  fc.assert(
    fc.property(attempts, attempts, fc.constantFrom(...countingRules), (one, other, rule) => {
      const [a, b] = [one, other].map((own) => computeAverage(toScoreSums(own, rule)) ?? 0)
      const both = computeAverage([...toScoreSums(one, rule), ...toScoreSums(other, rule)])
      expect(both).toBeCloseTo(((a ?? 0) + (b ?? 0)) / 2, 4)
    }),
  )
})

it('the average lies between the worst and the best', () => {
  fc.assert(
    fc.property(attempts, (own) => {
      const shares = own.map(({ score, total }) => (score * 100) / total)
      const average = computeAverage(toScoreSums(own, 'average')) ?? -1
      expect(average).toBeGreaterThanOrEqual(Math.min(...shares) - 1e-5)
      expect(average).toBeLessThanOrEqual(Math.max(...shares) + 1e-5)
      const best = findCounted(own, 'best')
      expect(((best?.score ?? 0) * 100) / (best?.total ?? 1)).toBe(Math.max(...shares))
    }),
  )
})
