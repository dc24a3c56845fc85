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
