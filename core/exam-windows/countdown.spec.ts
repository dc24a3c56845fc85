import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatCountdown,
  getLobbyPhase,
  getOpeningAnnouncement,
  getRingShare,
} from './countdown.ts'

describe('the countdown', () => {
  it.each([
    [0, '00:00'],
    [59, '00:59'],
    [703, '11:43'],
    [3599, '59:59'],
    [3600, '1\u00a0h 0\u00a0min'],
    [18_779, '5\u00a0h 12\u00a0min'],
    [86_399, '23\u00a0h 59\u00a0min'],
    [86_400, '1\u00a0day 0\u00a0h'],
    [170_000, '1\u00a0day 23\u00a0h'],
    [9 * 86_400, '9\u00a0days 0\u00a0h'],
  ])('of %i s reads %s', (seconds, text) => {
    expect(formatCountdown(seconds)).toBe(text)
  })

  it('shows a full ring until the last quarter of an hour', () => {
    expect([86_400, 900, 450, 0, -1].map(getRingShare)).toEqual([1, 1, 0.5, 0, 0])
  })

  it('is spoken 10 minutes and 1 minute before the opening, and at no other time', () => {
    const spoken = Array.from({ length: 3600 }, (_, second) => 3600 - second).flatMap((before) => {
      const message = getOpeningAnnouncement(before, before - 1)
      return message ? [[before - 1, message]] : []
    })
    expect(spoken).toEqual([
      [600, 'opens in 10 minutes.'],
      [60, 'opens in 1 minute.'],
    ])
  })

  it.each([
    { title: 'a second that is left out', before: 602, now: 599, message: 'opens in 10 minutes.' },
    { title: 'a laptop that slept', before: 700, now: 500, message: null },
    { title: 'the opening itself', before: 61, now: 0, message: null },
    { title: 'an opening that was put off', before: 59, now: 900, message: null },
  ])('$title: $message', ({ before, now, message }) => {
    expect(getOpeningAnnouncement(before, now)).toBe(message)
  })
})

describe('the lobby', () => {
  const opensAt = 1_000_000
  const window = {
    opensAt,
    latestEntryAt: opensAt + 600_000,
    closesAt: opensAt + 3_600_000,
    endsAtClosing: false,
  }
  const known = { window, startOffsetMs: 2_000, isTimeKnown: true, wasLive: false }

  it.each([
    ['waiting', opensAt - 1],
    ['waiting', opensAt],
    ['waiting', opensAt + 1_999],
    ['live', opensAt + 2_000],
    ['live', opensAt + 600_000],
    ['entry-over', opensAt + 600_001],
    ['closed', opensAt + 3_600_000],
  ] as const)('is %s at %i', (phase, now) => {
    expect(getLobbyPhase(known, now)).toBe(phase)
  })

  it('checks while the time is unknown, and never disables a live Start', () => {
    const unknown = { ...known, isTimeKnown: false }
    expect(getLobbyPhase(unknown, opensAt + 9_000)).toBe('checking')
    expect(getLobbyPhase({ ...unknown, wasLive: true }, opensAt - 9_000)).toBe('live')
  })

  it('never enables Start before the opening', () => {
    const moments = fc.integer({ min: 0, max: 2 * opensAt })
    const rounds = fc.property(moments, fc.nat(3_000), (now, startOffsetMs) => {
      const isLive = getLobbyPhase({ ...known, startOffsetMs }, now) === 'live'
      return !isLive || now >= opensAt + startOffsetMs
    })
    fc.assert(rounds)
  })
})
