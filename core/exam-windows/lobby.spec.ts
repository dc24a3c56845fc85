import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getLobbyPollSeconds, getStartOffsetMs, maxStartOffsetMs } from './lobby.ts'

describe('the start offset', () => {
  it('is always the same for a student and an exam, and at most 3 s', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (student, exam) => {
        const offset = getStartOffsetMs(student, exam)
        expect(getStartOffsetMs(student, exam)).toBe(offset)
        expect(Number.isInteger(offset)).toBe(true)
        expect(offset).toBeGreaterThanOrEqual(0)
        expect(offset).toBeLessThanOrEqual(maxStartOffsetMs)
      }),
    )
  })

  it('stays what it was in earlier releases, also for a page that is open during an upgrade', () => {
    expect(['student-1', 'student-2'].map((id) => getStartOffsetMs(id, 'exam-1'))).toEqual([
      2153, 2916,
    ])
  })

  it('spreads 2,000 students evenly', () => {
    const perTenth = Array.from({ length: 10 }, () => 0)
    for (let n = 0; n < 2_000; n++) {
      const offset = getStartOffsetMs(`student-${n}`, 'exam')
      const tenth = Math.min(9, Math.floor((offset * 10) / maxStartOffsetMs))
      perTenth[tenth] = (perTenth[tenth] ?? 0) + 1
    }
    for (const count of perTenth) expect(Math.abs(count - 200)).toBeLessThan(60)
  })
})

describe('a lobby', () => {
  it.each([
    { minutes: 600, seconds: 300 },
    { minutes: 10, seconds: 150 },
    { minutes: 2, seconds: 30 },
    { minutes: 0, seconds: 30 },
  ])(
    'polls again after $seconds s, $minutes minutes before the opening',
    ({ minutes, seconds }) => {
      expect(getLobbyPollSeconds(minutes * 60_000)).toBe(seconds)
    },
  )

  it('polls at least every 5 minutes, and never within 10 s of the opening', () => {
    for (let secondsBefore = 1; secondsBefore <= 2_000; secondsBefore++) {
      const poll = getLobbyPollSeconds(secondsBefore * 1000)
      expect(poll).toBeGreaterThanOrEqual(30)
      expect(poll).toBeLessThanOrEqual(300)
      expect(Math.abs(secondsBefore - poll), `${secondsBefore} s`).toBeGreaterThanOrEqual(10)
    }
  })

  it.each([
    { secondsBefore: 20, seconds: 30 },
    { secondsBefore: 21, seconds: 50 },
    { secondsBefore: 39, seconds: 50 },
    { secondsBefore: 40, seconds: 30 },
  ])(
    'leaves the opening alone: $secondsBefore s before it, the next poll is in $seconds s',
    ({ secondsBefore, seconds }) => {
      expect(getLobbyPollSeconds(secondsBefore * 1000)).toBe(seconds)
    },
  )
})
