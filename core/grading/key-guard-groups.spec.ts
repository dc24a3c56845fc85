import { describe, expect, it } from 'vitest'
import { type Candidate, findReveal, type KeyAct } from './key-guard.ts'

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

describe('the groups of students', () => {
  const noon = { ...evening, id: 'noon', opensAt: now + hour, closesAt: now + 2 * hour }
  const running = (id: string, until: number) =>
    candidate(id, { attempts: 1, runningUntil: now + until, windows: null })
  const group = (kind: string, students: number, until: number | null) => ({
    kind,
    windowId: null,
    students,
    opensAt: null,
    until,
  })
  const windowGroup = ({ id, opensAt, closesAt }: typeof noon, students: number) => ({
    kind: 'window',
    windowId: id,
    students,
    opensAt,
    until: closesAt,
  })
  const twice = { attemptsAllowed: 2, isOpen: true, areResultsReleased: false }
  const reveal = (...candidates: readonly Candidate[]) =>
    findReveal(candidates, twice, release, now)

  it('come in the order in which they sit', () => {
    expect(
      reveal(
        { ...priya, windows: null },
        candidate('zoya', { windows: [evening] }),
        candidate('rohan', { windows: [evening, noon] }),
        running('sana', 3 * hour),
        running('tara', 2 * hour),
      ),
    ).toEqual({
      students: 5,
      until: null,
      groups: [
        group('running', 2, now + 3 * hour),
        windowGroup(noon, 1),
        windowGroup(evening, 1),
        group('again', 1, null),
      ],
    })
  })

  it('last until the last of their windows closes', () => {
    const long = { ...noon, id: 'long', opensAt: now, closesAt: evening.closesAt + hour }
    expect(reveal(candidate('rohan', { windows: [evening, noon] }))?.until).toBe(evening.closesAt)
    expect(reveal(candidate('rohan', { windows: [evening, long] }))?.until).toBe(long.closesAt)
  })

  it.each([
    { title: 'used up', change: { attempts: 2 }, isCounted: false },
    {
      title: 'used up and running',
      change: { attempts: 2, runningUntil: now + 1 },
      isCounted: true,
    },
    {
      title: 'used up with an extra one',
      change: { attempts: 2, extraAttempts: 1 },
      isCounted: true,
    },
    {
      title: 'left, after the windows',
      change: { attempts: 1, extraAttempts: 1, windows: [morning] },
      isCounted: false,
    },
    {
      title: 'extra, after the windows',
      change: { attempts: 2, extraAttempts: 1, windows: [morning] },
      isCounted: true,
    },
    {
      title: 'extra, without a window',
      change: { attempts: 2, extraAttempts: 1, windows: [] },
      isCounted: false,
    },
  ])('have attempts that are $title: $isCounted', ({ change, isCounted }) => {
    expect(reveal(priya, candidate('rohan', change)) !== null).toBe(isCounted)
  })

  it('have no extra attempt after the windows while the test is closed', () => {
    const extra = candidate('rohan', { attempts: 2, extraAttempts: 1, windows: [morning] })
    expect(findReveal([priya, extra], { ...twice, isOpen: false }, release, now)).toBeNull()
  })
})

describe('an act changes a chance', () => {
  const reveals = (act: KeyAct, one: Partial<Candidate>, rest = {}) =>
    findReveal(
      [candidate('rohan', { hasResult: true, ...one })],
      { ...exam, ...rest },
      act,
      now,
    ) !== null
  const reopen = (until: number): KeyAct => ({
    kind: 'reopen',
    untilByStudent: new Map([['rohan', now + until]]),
  })
  const grant = (id: string): KeyAct => ({ kind: 'grant', studentIds: new Set([id]) })
  const rules = (attemptsAllowed: number): KeyAct => ({
    kind: 'change-rules',
    attemptsAllowed,
    isOpen: true,
  })
  const free = { attempts: 1, windows: null }

  it.each([
    { title: 'a longer run', act: reopen(hour), one: { runningUntil: now + hour - 1 }, more: true },
    { title: 'the same run', act: reopen(hour), one: { runningUntil: now + hour }, more: false },
    {
      title: 'a run beside a further attempt',
      act: reopen(hour),
      one: free,
      rest: { attemptsAllowed: 2 },
      more: true,
    },
    {
      title: 'an attempt more',
      act: grant('rohan'),
      one: free,
      rest: { attemptsAllowed: 2 },
      more: true,
    },
    { title: 'an attempt of somebody else', act: grant('sana'), one: free, more: false },
    {
      title: 'an attempt beside any number',
      act: grant('rohan'),
      one: free,
      rest: { attemptsAllowed: 0 },
      more: false,
    },
    { title: 'three for two', act: rules(3), one: free, rest: { attemptsAllowed: 2 }, more: true },
    {
      title: 'any number for two',
      act: rules(0),
      one: free,
      rest: { attemptsAllowed: 2 },
      more: true,
    },
    {
      title: 'three for any number',
      act: rules(3),
      one: free,
      rest: { attemptsAllowed: 0 },
      more: false,
    },
    { title: 'two for three', act: rules(2), one: free, rest: { attemptsAllowed: 3 }, more: false },
    {
      title: 'a window to a student without any',
      act: { kind: 'open-window', window: evening, studentIds: 'everyone' } as KeyAct,
      one: { windows: null },
      more: true,
    },
    {
      title: 'the opening to a student who is taking it',
      act: rules(1),
      one: { attempts: 1, runningUntil: now + hour, windows: null },
      rest: { isOpen: false },
      more: false,
    },
  ])('by $title: $more', ({ act, one, rest, more }) => {
    expect(reveals(act, one, rest)).toBe(more)
  })

  it('only where somebody may have read the key', () => {
    const act: KeyAct = { kind: 'open-window', window: evening, studentIds: 'everyone' }
    const unread = candidate('rohan', { windows: [] })
    expect(findReveal([unread], exam, act, now)).toBeNull()
    expect(findReveal([unread, { ...unread, id: 'sana' }], exam, act, now)?.students).toBe(2)
    expect(findReveal([unread], { ...exam, attemptsAllowed: 2 }, act, now)?.students).toBe(1)
    expect(findReveal([{ ...unread, hasResult: true }], exam, act, now)?.students).toBe(1)
  })
})
