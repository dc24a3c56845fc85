import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bandMessages,
  computeAverage,
  getScoreBand,
  roundPercentage,
  toPercentage,
} from './percentage.ts'

describe('the badge', () => {
  it.each([
    { percentage: 0, message: 'Keep practicing!' },
    { percentage: 59.99, message: 'Keep practicing!' },
    { percentage: 60, message: 'Good effort!' },
    { percentage: 79.99, message: 'Good effort!' },
    { percentage: 80, message: 'Excellent!' },
    { percentage: 100, message: 'Excellent!' },
  ])('says $message at $percentage %', ({ percentage, message }) => {
    expect(bandMessages[getScoreBand(percentage)]).toBe(message)
  })

  it('follows the unrounded percentage: 479 of 599 rounds to 80 and is not excellent', () => {
    expect(Math.round(toPercentage(479, 599))).toBe(80)
    expect(getScoreBand(toPercentage(479, 599))).toBe('good')
    expect(roundPercentage(toPercentage(479, 599))).toBe(79.9)
  })

  it('never errs by a fraction, for any score on any paper', () => {
    for (let total = 1; total <= 500; total++) {
      for (let score = 0; score <= total; score++) {
        const exact = score * 5 >= total * 4 ? 'excellent' : score * 5 >= total * 3 ? 'good' : null
        if (getScoreBand(toPercentage(score, total)) !== (exact ?? 'practising')) {
          expect.unreachable(`${score} of ${total}`)
        }
      }
    }
  })
})

describe('a rounded percentage', () => {
  it.each([
    { score: 15, total: 16, shown: 93.8 },
    { score: 1, total: 2000, shown: 0.1 },
    { score: 3, total: 2000, shown: 0.2 },
    { score: 2, total: 3, shown: 66.7 },
    { score: 1, total: 3, shown: 33.3 },
    { score: 1999, total: 2500, shown: 79.9 },
    { score: 1499, total: 2500, shown: 59.9 },
    { score: 4, total: 5, shown: 80 },
    { score: 12, total: 12, shown: 100 },
    { score: 0, total: 12, shown: 0 },
  ])('is $shown for $score of $total', ({ score, total, shown }) => {
    expect(roundPercentage(toPercentage(score, total))).toBe(shown)
  })

  it('is rounded half up, unless that crosses a band, for any score on any paper', () => {
    for (let total = 1; total <= 500; total++) {
      for (let score = 0; score <= total; score++) {
        const rounded = roundPercentage(toPercentage(score, total))
        const halfUp = Math.floor((2000 * score + total) / (2 * total)) / 10
        const cut = Math.floor((1000 * score) / total) / 10
        const band = getScoreBand(toPercentage(score, total))
        if (rounded !== (getScoreBand(halfUp) === band ? halfUp : cut)) {
          expect.unreachable(`${score} of ${total} is rounded to ${rounded}`)
        }
      }
    }
  })
})

describe('the average', () => {
  const attempts = (total: number, ...scores: number[]) =>
    scores.map((sum) => ({ sum, total, attempts: 1 }))

  it('of 6, 10 and 2 of 12 is half, in any order', () => {
    for (const scores of [attempts(12, 6, 10, 2), attempts(12, 2, 6, 10)]) {
      expect(computeAverage(scores)).toBe(50)
    }
    expect(computeAverage([{ sum: 18, total: 12, attempts: 3 }])).toBe(50)
  })

  it('weighs each attempt alike, however many questions its paper had', () => {
    expect(computeAverage([...attempts(3, 1), ...attempts(30, 20)])).toBe(50)
    expect(computeAverage([...attempts(10, 10), ...attempts(40, 10)])).toBe(62.5)
  })

  it('of no attempts is null, and of a paper without questions 0', () => {
    expect(computeAverage([])).toBeNull()
    expect(computeAverage([{ sum: 0, total: 12, attempts: 0 }])).toBeNull()
    expect(computeAverage([{ sum: 0, total: 0, attempts: 2 }])).toBe(0)
  })

  it('is the same in any grouping of attempts, and lies between the lowest and the highest', () => {
    const attempt = fc
      .integer({ min: 1, max: 60 })
      .chain((total) => fc.record({ total: fc.constant(total), sum: fc.nat({ max: total }) }))
      .map((one) => ({ ...one, attempts: 1 }))
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 1, maxLength: 40 }), (all) => {
        const average = computeAverage(all) ?? Number.NaN
        const byTotal = Object.values(Object.groupBy(all, ({ total }) => total)).map(
          (some = []) => ({
            sum: some.reduce((sum, one) => sum + one.sum, 0),
            total: some[0]?.total ?? 0,
            attempts: some.length,
          }),
        )
        expect(computeAverage(byTotal.reverse())).toBe(average)
        const percentages = all.map(({ sum, total }) => toPercentage(sum, total))
        expect(average).toBeGreaterThan(Math.min(...percentages) - 1e-5)
        expect(average).toBeLessThanOrEqual(Math.max(...percentages))
        const mean = percentages.reduce((sum, one) => sum + one, 0) / percentages.length
        expect(average).toBeCloseTo(mean, 5)
      }),
    )
  })
})
