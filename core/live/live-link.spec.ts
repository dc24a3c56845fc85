import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLiveLinked } from './live-link.ts'

const minute = 60_000
const window = { opensAt: 100 * minute, closesAt: 160 * minute, isReleased: true }
const isLinked = (now: number, overrides = {}) =>
  isLiveLinked({ isTaken: false, windows: [{ ...window, ...overrides }] }, now)

it.each([
  { now: 70 * minute - 1, linked: false },
  { now: 70 * minute, linked: true },
  { now: 100 * minute, linked: true },
  { now: 160 * minute - 1, linked: true },
  { now: 160 * minute, linked: false },
])('links Live from 30 min before a window opens until it closes: $now, $linked', (row) => {
  expect(isLinked(row.now)).toBe(row.linked)
})

it('does not link Live for the window of a test that is not released', () => {
  expect(isLinked(110 * minute, { isReleased: false })).toBe(false)
})

it('links Live while somebody takes the test, whatever its windows are', () => {
  const windows = fc.array(
    fc.record({ opensAt: fc.nat(1e9), closesAt: fc.nat(1e9), isReleased: fc.boolean() }),
  )
  fc.assert(
    fc.property(windows, fc.nat(1e9), (all, now) => {
      expect(isLiveLinked({ isTaken: true, windows: all }, now)).toBe(true)
      // One window that is near is enough, and others take nothing from it.
      const isAnyNear = all.some((one) => isLiveLinked({ isTaken: false, windows: [one] }, now))
      expect(isLiveLinked({ isTaken: false, windows: all }, now)).toBe(isAnyNear)
    }),
  )
})
