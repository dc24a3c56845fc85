import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Candidate, everyoneWindowId, findReveal, type KeyAct } from './key-guard.ts'

const now = 1_795_852_800_000
const hour = 3_600_000
const exam = { attemptsAllowed: 1, isOpen: true, areResultsReleased: true }
const release = { kind: 'release' } as const

const evening = {
  id: 'evening',
  opensAt: now + 24 * hour,
  closesAt: now + 25 * hour,
  latestEntryAt: null,
  endsAtClosing: false,
}
const morning = { ...evening, id: 'morning', opensAt: now - 3 * hour, closesAt: now - 2 * hour }

function candidate(id: string, overrides: Partial<Candidate> = {}): Candidate {
  const none = { attempts: 0, extraAttempts: 0, hasResult: false, runningUntil: null }
  return { id, ...none, windows: [evening], ...overrides }
}
/** Has sat in the morning. */
const priya = candidate('priya', { attempts: 1, hasResult: true, windows: [morning] })
const rohan = candidate('rohan')
const sana = candidate('sana')
const inTheEvening = { kind: 'window', windowId: 'evening', opensAt: evening.opensAt }

describe('a release', () => {
  const reveal = (candidates: readonly Candidate[], rules = {}) =>
    findReveal(candidates, { ...exam, areResultsReleased: false, ...rules }, release, now)

  it('reveals the key to a batch whose window is still to come', () => {
    expect(reveal([priya, rohan, sana])).toEqual({
      students: 2,
      until: evening.closesAt,
      groups: [{ ...inTheEvening, students: 2, until: evening.closesAt }],
    })
  })

  it('counts a coming window even while the test is not released', () => {
    expect(reveal([priya, rohan], { isOpen: false })?.students).toBe(1)
  })

  it('counts a window that is open, until the last moment to start', () => {
    const open = { ...morning, closesAt: now + hour, latestEntryAt: now }
    const late = candidate('rohan', { windows: [open] })
    expect(reveal([priya, late])).toMatchObject({ students: 1, until: now + hour })
    expect(reveal([priya, { ...late, windows: [{ ...open, latestEntryAt: now - 1 }] }])).toBeNull()
  })

  it('counts students who are taking the test, until their deadline', () => {
    const runningUntil = now + hour / 2
    const running = candidate('rohan', { attempts: 1, runningUntil, windows: null })
    expect(reveal([{ ...priya, windows: null }, running])).toEqual({
      students: 1,
      until: runningUntil,
      groups: [
        { kind: 'running', windowId: null, students: 1, opensAt: null, until: runningUntil },
      ],
    })
  })

  it.each([2, 0])(
    'counts students who may take the test again: %i attempts allowed',
    (attemptsAllowed) => {
      const again = { ...priya, windows: null }
      expect(reveal([again], { attemptsAllowed })).toMatchObject({
        students: 1,
        until: null,
        groups: [{ kind: 'again', students: 1 }],
      })
      expect(reveal([again], { attemptsAllowed, isOpen: false })).toBeNull()
    },
  )

  it('counts an unused extra attempt, even after the window', () => {
    expect(reveal([{ ...priya, extraAttempts: 1 }])).toMatchObject({ students: 1, until: null })
    expect(reveal([{ ...priya, extraAttempts: 1, attempts: 2 }])).toBeNull()
  })

  it('reveals nothing once all have taken the test', () => {
    expect(reveal([priya, { ...rohan, attempts: 1, hasResult: true }])).toBeNull()
  })

  it('leaves out students who never took a test without windows', () => {
    expect(reveal([{ ...priya, windows: null }, candidate('rohan', { windows: null })])).toBeNull()
  })

  it('counts a test without attempts only from two students on, as one of them ends first', () => {
    expect(reveal([rohan])).toBeNull()
    expect(reveal([rohan, sana])?.students).toBe(2)
    expect(reveal([rohan], { attemptsAllowed: 2 })?.students).toBe(1)
  })
})

describe('once results are released', () => {
  const reveal = (act: KeyAct, candidates = [priya, rohan, sana], rules = {}) =>
    findReveal(candidates, { ...exam, ...rules }, act, now)

  it('a reopened attempt is by a student who may have read the key', () => {
    expect(
      reveal({ kind: 'reopen', untilByStudent: new Map([['priya', now + hour]]) }),
    ).toMatchObject({
      students: 1,
      until: now + hour,
      groups: [{ kind: 'running', students: 1 }],
    })
  })

  it('an extra attempt is by a student who may have read the key', () => {
    expect(reveal({ kind: 'grant', studentIds: new Set(['priya']) })).toMatchObject({
      students: 1,
      until: null,
    })
  })

  it('a window added later concerns the students who can start in it', () => {
    const studentIds = new Set(['priya', 'zoya'])
    const window = { ...evening, id: 'later', closesAt: now + 48 * hour }
    const act: KeyAct = { kind: 'open-window', window, studentIds }
    const zoya = candidate('zoya', { windows: [morning] })
    expect(reveal(act, [priya, rohan, zoya])).toMatchObject({
      students: 1,
      groups: [{ windowId: 'later', students: 1, until: window.closesAt }],
    })
    expect(reveal({ ...act, studentIds: new Set(['priya']) })).toBeNull()
    expect(reveal({ ...act, studentIds: 'everyone' })?.students).toBe(2)
  })

  it('a changed window concerns students for whom it closes later, or who had none', () => {
    const studentIds = new Set(['rohan', 'sana'])
    const change = (closesAt: number): KeyAct => {
      return { kind: 'open-window', window: { ...evening, closesAt }, studentIds }
    }
    expect(reveal(change(evening.closesAt - 1))).toBeNull()
    expect(reveal(change(evening.closesAt + 1))?.students).toBe(2)
  })

  it('a test opened to everyone concerns all students who may still start', () => {
    const act = { kind: 'open-to-everyone' } as const
    expect(reveal(act)).toEqual({
      students: 2,
      until: null,
      groups: [
        { kind: 'window', windowId: everyoneWindowId, students: 2, opensAt: now, until: null },
      ],
    })
  })

  describe('a change of the rules', () => {
    const change = (rules = {}): KeyAct => {
      return { kind: 'change-rules', attemptsAllowed: 1, isOpen: true, ...rules }
    }
    const shut = { isOpen: false }
    const withoutWindows = [priya, rohan, sana].map((one) => ({ ...one, windows: null }))

    it('that releases the test concerns students with a coming window', () => {
      expect(reveal(change(), undefined, shut)).toMatchObject({
        students: 2,
        until: evening.closesAt,
        groups: [{ ...inTheEvening, students: 2 }],
      })
    })

    it('that releases a test without windows concerns all students who may start it', () => {
      expect(reveal(change(), withoutWindows, shut)).toMatchObject({
        students: 2,
        until: null,
        groups: [{ windowId: everyoneWindowId, students: 2 }],
      })
    })

    it('that allows more attempts concerns students who may have read the key', () => {
      const groups = [{ kind: 'again', students: 1 }]
      const twice = change({ attemptsAllowed: 2 })
      expect(reveal(twice, withoutWindows)).toMatchObject({ students: 1, until: null, groups })
      expect(reveal(change({ attemptsAllowed: 0 }), withoutWindows)).toMatchObject({ groups })
    })

    it.each([
      ['nothing', change(), {}],
      ['fewer attempts', change(), { attemptsAllowed: 2 }],
      ['that it is not open', change(shut), {}],
      ['more attempts while it is not open', change({ ...shut, attemptsAllowed: 2 }), shut],
    ])('of %s concerns nobody', (_, act, rest) => {
      expect(reveal(act, undefined, rest)).toBeNull()
      expect(reveal(act, withoutWindows, rest)).toBeNull()
    })
  })
})

const window = fc
  .record({ opens: fc.integer({ min: -9, max: 9 }), hours: fc.integer({ min: 1, max: 9 }) })
  .map(({ opens, hours }) => {
    const opensAt = now + opens * hour
    return { ...evening, id: `${opens}`, opensAt, closesAt: opensAt + hours * hour }
  })
const someone = fc.record({
  attempts: fc.nat(3),
  extraAttempts: fc.nat(2),
  hasResult: fc.boolean(),
  runningUntil: fc.option(fc.nat(9).map((hours) => now + hours * hour)),
  windows: fc.option(fc.uniqueArray(window, { selector: ({ id }) => id, maxLength: 3 })),
})
const someones = fc
  .array(someone, { maxLength: 6 })
  .map((list) => list.map((one, index): Candidate => ({ id: `${index}`, ...one })))
const rules = fc.record({ attemptsAllowed: fc.nat(3), isOpen: fc.boolean() })
const acts: fc.Arbitrary<KeyAct> = fc.oneof(
  fc.constant({ kind: 'reopen' as const, untilByStudent: new Map([['0', now]]) }),
  fc.constant({ kind: 'grant' as const, studentIds: new Set(['0']) }),
  fc.record({
    kind: fc.constant('open-window'),
    window,
    studentIds: fc.oneof(fc.constant('everyone' as const), fc.constant(new Set(['0', '2']))),
  }),
  fc.constant({ kind: 'open-to-everyone' } as const),
  fc.record({
    kind: fc.constant('change-rules'),
    attemptsAllowed: fc.nat(3),
    isOpen: fc.boolean(),
  }),
)

it('each student is counted in one group', () => {
  fc.assert(
    fc.property(someones, rules, fc.oneof(acts, fc.constant(release)), (some, rest, act) => {
      const reveal = findReveal(some, { ...rest, areResultsReleased: true }, act, now)
      if (!reveal) return
      expect(reveal.students).toBe(reveal.groups.reduce((sum, { students }) => sum + students, 0))
      expect(reveal.students).toBeLessThanOrEqual(some.length)
      expect(reveal.students).toBeGreaterThan(0)
    }),
  )
})

it('only the release is guarded until results are released', () => {
  fc.assert(
    fc.property(someones, rules, acts, (some, rest, act) => {
      expect(findReveal(some, { ...rest, areResultsReleased: false }, act, now)).toBeNull()
    }),
  )
})

it('the passing of time reveals the key to no further student, as windows only close', () => {
  fc.assert(
    fc.property(someones, rules, fc.nat(8), (some, rest, hours) => {
      const earlier = findReveal(some, { ...rest, areResultsReleased: false }, release, now)
      const later = findReveal(
        some,
        { ...rest, areResultsReleased: false },
        release,
        now + hours * hour,
      )
      expect(later?.students ?? 0).toBeLessThanOrEqual(earlier?.students ?? 0)
    }),
  )
})
