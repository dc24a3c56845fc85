import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findInstant } from './wall-clock.ts'

const hourMs = 3_600_000
/** Two hours ahead until the change, one hour from then on. */
const change = 1_000 * hourMs
const autumn = (at: number) => at + (at < change ? 2 : 1) * hourMs
/** One hour ahead until the change, two hours from then on. */
const spring = (at: number) => at + (at < change ? 1 : 2) * hourMs

it.each([
  ['is put back', autumn],
  ['is put forward', spring],
  ['stays as it is', (at: number) => at + 5.5 * hourMs],
])('finds a moment that shows the same time, even where the clock %s', (_, getWallClock) => {
  const moments = fc.integer({ min: change - 10 * hourMs, max: change + 10 * hourMs })
  fc.assert(
    fc.property(moments, (at) => {
      const shown = getWallClock(at)
      return getWallClock(findInstant(shown, getWallClock)) === shown
    }),
  )
})

it('uses the hour after one that does not exist', () => {
  const missing = change + 1.5 * hourMs
  expect(findInstant(missing, spring)).toBe(change + 0.5 * hourMs)
})

it('uses the hour after it west of Greenwich, too', () => {
  const west = (at: number) => at - (at < change ? 5 : 4) * hourMs
  expect(findInstant(change - 4.5 * hourMs, west)).toBe(change + 0.5 * hourMs)
})
