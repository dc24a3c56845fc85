import { describe, expect, it } from 'vitest'
import { getClockAheadMs, isConnectionSlow, isScreenTooSmall } from './preflight-checks.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const hour = 3_600_000

describe('the checks before a test', () => {
  it.each([
    { roundTripMs: 40, slow: false },
    { roundTripMs: 1_499, slow: false },
    { roundTripMs: 1_500, slow: true },
    { roundTripMs: 10_000, slow: true },
  ])('rate a round trip of $roundTripMs ms as slow: $slow', ({ roundTripMs, slow }) => {
    expect(isConnectionSlow(roundTripMs)).toBe(slow)
  })

  it.each([
    { title: 'right', device: noon, aheadMs: 0 },
    { title: 'half a minute off', device: noon + 30_000, aheadMs: 0 },
    { title: 'a minute ahead', device: noon + 60_000, aheadMs: 0 },
    { title: 'a minute behind', device: noon - 60_000, aheadMs: 0 },
    { title: 'more than a minute ahead', device: noon + 60_001, aheadMs: 60_001 },
    { title: 'more than a minute behind', device: noon - 60_001, aheadMs: -60_001 },
    { title: 'two hours ahead', device: noon + 2 * hour, aheadMs: 2 * hour },
    { title: 'a day behind', device: noon - 24 * hour, aheadMs: -24 * hour },
  ])('judge a clock that is $title', ({ device, aheadMs }) => {
    expect(getClockAheadMs(device, noon, 0)).toBe(aheadMs)
  })

  it('do not blame a clock for a slow reply', () => {
    expect(getClockAheadMs(noon + 200_000, noon, 200_000)).toBe(0)
    expect(getClockAheadMs(noon + 200_001, noon, 200_000)).toBe(100_001)
    expect(getClockAheadMs(noon + 100_000, noon, 401)).toBe(99_800)
  })

  it.each([
    { title: '1280 by 1024 at 400 %', width: 320, height: 256, cramped: false },
    { title: 'narrower', width: 319, height: 700, cramped: true },
    { title: 'lower', width: 1280, height: 255, cramped: true },
  ])('rate $title as cramped: $cramped', ({ cramped, ...size }) => {
    expect(isScreenTooSmall(size)).toBe(cramped)
  })
})
