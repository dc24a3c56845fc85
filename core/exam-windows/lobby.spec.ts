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
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 86_400 }), (secondsBefore) => {
        const poll = getLobbyPollSeconds(secondsBefore * 1000)
        expect(poll).toBeLessThanOrEqual(320)
        expect(Math.abs(secondsBefore - poll)).toBeGreaterThanOrEqual(9.5)
      }),
    )
  })
})
