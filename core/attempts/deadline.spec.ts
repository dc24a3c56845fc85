import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeDeadline, getSecondsLeft, graceMs, toDeadline } from './deadline.ts'

const startedAt = Date.UTC(2026, 10, 21, 4, 30)
const minute = 60_000

describe('the deadline', () => {
  it('is the start and the duration', () => {
    expect(computeDeadline(startedAt, 60)).toEqual({
      endsAt: startedAt + 60 * minute,
      closesAt: startedAt + 60 * minute + 15_000,
    })
  })

  it.each([
    { percent: 0, minutes: 60 },
    { percent: 25, minutes: 75 },
    { percent: 50, minutes: 90 },
    { percent: 100, minutes: 120 },
  ])('gives a student with $percent % extra time $minutes minutes of 60', (row) => {
    const { endsAt } = computeDeadline(startedAt, 60, row.percent)
    expect(endsAt - startedAt).toBe(row.minutes * minute)
  })

  it('falls on a whole millisecond, also for a third of a minute', () => {
    expect(Number.isInteger(computeDeadline(startedAt, 1 / 3, 33).endsAt)).toBe(true)
  })

  it('is followed by a grace of 15 s, always', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 1440 }),
        fc.nat(400),
        (at, min, extra) => {
          const { endsAt, closesAt } = computeDeadline(at, min, extra)
          expect(closesAt - endsAt).toBe(graceMs)
          expect(endsAt).toBeGreaterThanOrEqual(at + min * minute)
          expect(toDeadline(endsAt)).toEqual({ endsAt, closesAt })
        },
      ),
    )
  })
})

describe('the clock on the screen', () => {
  it.each([
    { now: 0, shows: 60 },
    { now: 1, shows: 60 },
    { now: 999, shows: 60 },
    { now: 1000, shows: 59 },
    { now: 59_000, shows: 1 },
    { now: 59_999, shows: 1 },
    { now: 60_000, shows: 0 },
    { now: 75_000, shows: 0 },
  ])('shows $shows s of a minute after $now ms', ({ now, shows }) => {
    expect(getSecondsLeft(60_000, now)).toBe(shows)
  })
})
