import { describe, expect, it } from 'vitest'
import { findNextAttempt } from './next-attempt.ts'

const now = 1_000_000
const hour = 3_600_000
const taken = { taken: 1, allowed: 2, granted: 0, isReleased: true, windows: null }
const openWindow = {
  opensAt: now - hour,
  closesAt: now + hour,
  latestEntryAt: null,
  endsAtClosing: false,
}
const closedWindow = { ...openWindow, closesAt: now - 1 }
const comingWindow = { ...openWindow, opensAt: now + hour, closesAt: now + 2 * hour }

describe('the next attempt of a student who has taken an exam', () => {
  it.each([
    ['none, of the only one', { allowed: 1 }, null],
    ['one of two', {}, { left: 1, state: 'open', startUntil: null }],
    ['a granted one', { allowed: 1, granted: 1 }, { left: 1, state: 'open', startUntil: null }],
    ['any number', { allowed: 0 }, { left: null, state: 'open', startUntil: null }],
  ])('is %s', (_, input, expected) => {
    expect(findNextAttempt({ ...taken, ...input }, now)).toEqual(expected)
  })

  it('cannot start while the exam is withdrawn', () => {
    const next = findNextAttempt({ ...taken, isReleased: false }, now)
    expect(next).toEqual({ left: 1, state: 'closed' })
  })

  it.each([
    ['while one is open', [openWindow], { state: 'open', startUntil: now + hour }],
    [
      'until the latest entry',
      [{ ...openWindow, latestEntryAt: now + 5 }],
      { state: 'open', startUntil: now + 5 },
    ],
    [
      'not after the latest entry',
      [{ ...openWindow, latestEntryAt: now - 5 }],
      { state: 'closed' },
    ],
    ['not once it is closed', [closedWindow], { state: 'closed' }],
    [
      'later, where one is coming',
      [closedWindow, comingWindow],
      { state: 'coming', opensAt: now + hour },
    ],
    ['never, where each is for others', [], { state: 'closed' }],
  ])('may start in the windows of the student: %s', (_, windows, expected) => {
    expect(findNextAttempt({ ...taken, windows }, now)).toEqual({ left: 1, ...expected })
  })

  it('may start when the window is closed, where it was given by name', () => {
    const extra = { ...taken, allowed: 1, granted: 1 }
    const open = { left: 1, state: 'open', startUntil: null }
    expect(findNextAttempt({ ...extra, windows: [closedWindow] }, now)).toEqual(open)
    expect(findNextAttempt({ ...extra, windows: [openWindow] }, now)).toEqual(open)
    expect(findNextAttempt({ ...extra, windows: [comingWindow] }, now)?.state).toBe('coming')
  })
})
