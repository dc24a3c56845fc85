import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClockSample, hasClockJumped, pickClockSample, toClockSample } from './server-time.ts'

const serverTimeAtZero = Date.UTC(2026, 10, 21, 4, 30)

/** A call that takes `outMs` to the server and `backMs` from it. */
function sample(sentAt: number, outMs: number, backMs: number): ClockSample {
  return toClockSample(serverTimeAtZero + sentAt + outMs, sentAt, sentAt + outMs + backMs)
}
const errorOf = (one: ClockSample) => Math.abs(one.serverTimeAtZero - serverTimeAtZero)

describe('the server’s time', () => {
  it('is not moved by a reply that stalls for 8 s', () => {
    const known = sample(0, 20, 20)
    for (const stalled of [sample(1000, 20, 8000), sample(1000, 8000, 20)]) {
      expect(errorOf(stalled)).toBeGreaterThan(3_900)
      expect(pickClockSample(known, stalled)).toBe(known)
    }
  })

  it('is corrected by the next quick reply where the first one stalled', () => {
    const quick = sample(9000, 15, 25)
    expect(pickClockSample(sample(0, 20, 8000), quick)).toBe(quick)
  })

  it('follows a clock that was changed, by its first reply', () => {
    const changed = toClockSample(serverTimeAtZero + 3_600_000, 1000, 1400)
    expect(pickClockSample(sample(0, 20, 20), changed)).toBe(changed)
  })

  it('is never wrong by more than the best round trip so far', () => {
    const call = fc.record({
      afterMs: fc.nat(20_000),
      outMs: fc.oneof(fc.nat(200), fc.nat(10_000)),
      backMs: fc.oneof(fc.nat(200), fc.nat(10_000)),
    })
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 40 }), (calls) => {
        let at = 0
        let best: ClockSample | null = null
        let bound = Number.POSITIVE_INFINITY
        for (const { afterMs, outMs, backMs } of calls) {
          at += afterMs
          best = pickClockSample(best, sample(at, outMs, backMs))
          at += outMs + backMs
          bound = Math.min(bound, (outMs + backMs) / 2)
          expect(errorOf(best)).toBeLessThanOrEqual(bound + 0.0001 * at + 0.001)
        }
      }),
    )
  })
})

it('a sleep or a changed clock is a jump, but a correction of a second is not', () => {
  expect(hasClockJumped(1_000, 0)).toBe(false)
  expect(hasClockJumped(-1_000, 0)).toBe(false)
  expect(hasClockJumped(60_000, 0)).toBe(true)
  expect(hasClockJumped(-7_200_000, 0)).toBe(true)
})

it.each([
  { difference: 1_500, isJump: false },
  { difference: 1_501, isJump: true },
  { difference: -1_500, isJump: false },
  { difference: -1_501, isJump: true },
])('a difference of $difference ms more is a jump: $isJump', ({ difference, isJump }) => {
  expect(hasClockJumped(5_000 + difference, 5_000)).toBe(isJump)
})

it('a sample is the server’s time in the middle of the call', () => {
  expect(toClockSample(1_000_000, 100, 300)).toEqual({
    serverTimeAtZero: 999_800,
    roundTripMs: 200,
    receivedAt: 300,
  })
})

describe('of two samples', () => {
  const known = { serverTimeAtZero: 1_000_000, roundTripMs: 200, receivedAt: 0 }
  it.each([
    { title: 'the first', before: null, roundTripMs: 9_000, movedMs: 0, isNext: true },
    { title: 'an equal one', before: known, roundTripMs: 200, movedMs: 0, isNext: true },
    {
      title: 'one as good after the drift',
      before: known,
      roundTripMs: 202,
      movedMs: 0,
      isNext: true,
    },
    { title: 'a worse one', before: known, roundTripMs: 203, movedMs: 0, isNext: false },
    { title: 'one that may agree', before: known, roundTripMs: 300, movedMs: 251, isNext: false },
    {
      title: 'one that may agree the other way',
      before: known,
      roundTripMs: 300,
      movedMs: -251,
      isNext: false,
    },
    { title: 'one that contradicts', before: known, roundTripMs: 300, movedMs: 252, isNext: true },
    {
      title: 'one that contradicts the other way',
      before: known,
      roundTripMs: 300,
      movedMs: -252,
      isNext: true,
    },
  ])('$title is better: $isNext', ({ before, roundTripMs, movedMs, isNext }) => {
    const next = { serverTimeAtZero: 1_000_000 + movedMs, roundTripMs, receivedAt: 10_000 }
    expect(pickClockSample(before, next)).toBe(isNext ? next : before)
  })
})
