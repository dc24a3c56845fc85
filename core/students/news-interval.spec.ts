import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getNewsDelayMs, getPollAfterSeconds } from './news-interval.ts'

const jitter = fc.double({ min: 0, max: 1, noNaN: true })
const students = fc.nat(5_000)

it('leaves 2 of the 10 s below 500 students, and 4 of the 30 s above, for the calls themselves', () => {
  fc.assert(
    fc.property(students, jitter, (count, random) => {
      const pollAfterSeconds = getPollAfterSeconds(count)
      const delayMs = getNewsDelayMs({ pollAfterSeconds, failures: 0 }, random)
      expect(delayMs).toBeLessThanOrEqual(count < 500 ? 8_000 : 26_000)
      expect(delayMs).toBeGreaterThanOrEqual(count < 500 ? 6_000 : 19_500)
    }),
  )
})

it('polls less often after each failure, at least once in 75 s, and not before the server allows', () => {
  const failures = fc.integer({ min: 1, max: 100 })
  fc.assert(
    fc.property(students, failures, jitter, fc.nat(40_000), (count, failed, random, waitMs) => {
      const pollAfterSeconds = getPollAfterSeconds(count)
      const delay = (times: number) =>
        getNewsDelayMs({ pollAfterSeconds, failures: times }, random, waitMs)
      expect(delay(failed + 1)).toBeGreaterThanOrEqual(delay(failed))
      expect(delay(failed)).toBeGreaterThanOrEqual(Math.max(waitMs, pollAfterSeconds * 750))
      expect(delay(failed)).toBeLessThanOrEqual(75_000)
    }),
  )
})

it.each([
  { students: 499, seconds: 8 },
  { students: 500, seconds: 26 },
])('a panel of $students students asks within $seconds s', ({ students: count, seconds }) => {
  expect(getPollAfterSeconds(count)).toBe(seconds)
})
