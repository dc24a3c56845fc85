import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellDatesAsIcu72 } from '#test/older-locale-data.ts'
import { formatInstant, formatTimeZone } from './format.ts'
import {
  formatInstituteDay,
  formatInstituteInstant,
  formatInstituteTime,
  getInstituteDay,
  getInstituteTime,
  getWallClock,
} from './institute-clock.ts'

const minuteMs = 60_000
/** India's clocks have not changed since 1945. */
const aheadMs = 330 * minuteMs
const moments = fc.integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2199, 0, 1) })
const midnight = Date.UTC(2026, 10, 25, 18, 30)

afterEach(() => vi.restoreAllMocks())

function itTellsTheTime() {
  it('shows what India’s clock shows, at any moment', () => {
    fc.assert(
      fc.property(moments, (at) => {
        const shown = new Date(at + aheadMs).toISOString()
        expect(getWallClock(at)).toBe(at + aheadMs)
        expect(formatInstituteDay(at)).toBe(shown.slice(0, 10))
        expect(formatInstituteTime(at)).toBe(shown.slice(11, 16))
        expect(formatInstituteInstant(at)).toBe(`${shown.slice(0, 19)}+05:30`)
      }),
    )
  })

  it('begins a day at 00:00:00', () => {
    expect(getInstituteDay(midnight)).toEqual({ year: 2026, month: 11, day: 26 })
    expect(getInstituteTime(midnight)).toEqual({ hour: 0, minute: 0, second: 0 })
    expect(formatInstituteInstant(midnight)).toBe('2026-11-26T00:00:00+05:30')
    expect(getInstituteDay(midnight - 1)).toEqual({ year: 2026, month: 11, day: 25 })
  })

  it('writes for people with plain spaces, and midnight as 12:00 am', () => {
    expect(formatInstant(midnight)).toBe('26 Nov 2026, 12:00 am')
    expect(formatTimeZone(midnight)).toBe('India Standard Time')
  })
}

describe('by the locale data of this engine', itTellsTheTime)

describe('by the locale data of ICU 72', () => {
  let restore = () => {}
  beforeEach(() => {
    restore = tellDatesAsIcu72()
  })
  afterEach(() => restore())

  it('gives other results than this engine', () => {
    const canada = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
    expect(canada.format(midnight)).toBe('11/26/2026')
    const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', timeZone: 'Asia/Kolkata' })
    expect(time.format(midnight)).toBe('12:00\u202fam')
  })

  itTellsTheTime()
})

describe('in any order of a locale’s parts', () => {
  beforeEach(() => {
    const own = Intl.DateTimeFormat.prototype.formatToParts
    vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockImplementation(function (
      this: Intl.DateTimeFormat,
      date,
    ) {
      return own.call(this, date).toReversed()
    })
  })

  it('shows the same time', () => {
    expect(formatInstituteInstant(midnight)).toBe('2026-11-26T00:00:00+05:30')
    expect(getWallClock(midnight)).toBe(midnight + aheadMs)
  })
})
