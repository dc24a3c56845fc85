import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addRefusal, averageIn, isNewestFirst, type Refusals } from './overload.ts'

function refuseAt(times: readonly number[]): Refusals | null {
  return times.reduce<Refusals | null>((refusals, at) => addRefusal(refusals, at), null)
}

describe('the newest go first', () => {
  it('after 5 s of refusals, until nobody was refused for 5 s', () => {
    const refusals = refuseAt([0, 2_000, 4_000, 6_000])
    expect(isNewestFirst(null, 0)).toBe(false)
    expect(isNewestFirst(refuseAt([0, 2_000, 4_000]), 4_999)).toBe(false)
    expect(isNewestFirst(refusals, 6_000)).toBe(true)
    expect(isNewestFirst(refusals, 11_000)).toBe(true)
    expect(isNewestFirst(refusals, 11_001)).toBe(false)
  })

  it('never if refusals are more than 5 s apart', () => {
    const gaps = fc.array(fc.integer({ min: 5_001, max: 60_000 }), { minLength: 1 })
    fc.assert(
      fc.property(gaps, (each) => {
        let at = 0
        const times = each.map((gap) => (at += gap))
        expect(isNewestFirst(refuseAt(times), at)).toBe(false)
      }),
    )
  })
})

describe('the moving average', () => {
  it('stays within the measured durations and approaches the current one', () => {
    const duration = fc.double({ min: 1, max: 1_000, noNaN: true })
    fc.assert(
      fc.property(fc.array(duration, { minLength: 1 }), duration, (measured, now) => {
        const [first = 0, ...others] = measured
        const mean = others.reduce(averageIn, first)
        expect(mean).toBeGreaterThanOrEqual(Math.min(...measured) - 1e-6)
        expect(mean).toBeLessThanOrEqual(Math.max(...measured) + 1e-6)
        const later = Array.from({ length: 30 }, () => now).reduce(averageIn, mean)
        expect(Math.abs(later - now)).toBeLessThanOrEqual(Math.abs(mean - now) * 0.05 + 1e-6)
      }),
    )
  })
})
