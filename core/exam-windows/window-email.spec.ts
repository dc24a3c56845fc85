import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getLastEntry } from './window.ts'
import {
  decideWindowEmail,
  followWindow,
  isSameNotice,
  notNotified,
  quietBeforeEmailMs,
  type WindowEmailState,
  type WindowNotice,
} from './window-email.ts'

const minute = 60_000
const ten = Date.UTC(2026, 10, 24, 4, 30)

function createNotice(overrides: Partial<WindowNotice> = {}): WindowNotice {
  return {
    title: 'React JS',
    opensAt: ten,
    closesAt: ten + 60 * minute,
    latestEntryAt: null,
    endsAtClosing: false,
    seat: null,
    ...overrides,
  }
}

const notified = createNotice()
const moved = createNotice({ opensAt: ten + 5 * minute })

describe('the email about a window', () => {
  it.each([
    ['invites to a window that nobody told of', null, notified, ten, 'invitation'],
    ['invites nobody who can start no more', null, notified, ten + 60 * minute, null],
    ['tells what has changed', notified, moved, ten, 'update'],
    ['says nothing where nothing has changed', notified, { ...notified }, ten, null],
    [
      'tells of an earlier end also when it is over',
      notified,
      { ...notified, closesAt: ten + 9 },
      ten + 10,
      'update',
    ],
    [
      'tells of a new date after the old one is over',
      createNotice({ closesAt: ten + 9 }),
      moved,
      ten + 10,
      'update',
    ],
    ['cancels what was told', notified, null, ten, 'cancellation'],
    ['cancels nothing that is over', notified, null, ten + 60 * minute, null],
    ['cancels nothing that was not told', null, null, ten, null],
  ] as const)('%s', (_, before, current, now, kind) => {
    expect(decideWindowEmail(before, current, now)).toBe(kind)
  })

  it.each([
    ['its title', { title: 'React JS, part 2' }],
    ['its opening', { opensAt: ten + 1 }],
    ['its closing', { closesAt: ten + 1 }],
    ['its latest entry', { latestEntryAt: ten + 1 }],
    ['the end of running attempts', { endsAtClosing: true }],
    ['the room', { seat: { room: 'Lab 2', number: 3 } }],
    ['the seat', { seat: { room: 'Lab 1', number: 4 } }],
    ['a seat that is taken back', { seat: null }],
  ])('reports a change of %s', (_, change) => {
    const seated = createNotice({ seat: { room: 'Lab 1', number: 3 } })
    expect(decideWindowEmail(seated, { ...seated, ...change }, ten)).toBe('update')
  })
})

it('waits until nothing has changed for ten minutes', () => {
  const first = followWindow(notNotified, notified, 0).state
  const second = followWindow(first, moved, quietBeforeEmailMs - 1).state
  const due = quietBeforeEmailMs - 1 + quietBeforeEmailMs
  expect(followWindow(second, moved, due - 1).email).toBeNull()
  expect(followWindow(second, moved, due).email).toMatchObject({ kind: 'invitation', sequence: 0 })
})

it('waits again when the clock was put back', () => {
  const { state } = followWindow(notNotified, notified, ten - 2 * quietBeforeEmailMs)
  const again = followWindow(state, notified, ten - 5 * quietBeforeEmailMs).state
  expect(again.pending?.since).toBe(ten - 5 * quietBeforeEmailMs)
})

const anyNotice = fc.option(
  fc
    .record({
      opens: fc.integer({ min: -30, max: 90 }),
      title: fc.constantFrom('A', 'B'),
      seat: fc.constantFrom(null, { room: 'Lab 1', number: 1 }, { room: 'Lab 1', number: 2 }),
    })
    .map(({ opens, ...rest }) =>
      createNotice({
        ...rest,
        opensAt: ten + opens * minute,
        closesAt: ten + (opens + 60) * minute,
      }),
    ),
  { nil: null },
)

/** A calendar as the emails have left it. */
type Calendar = { entry: WindowNotice | null; sequence: number; writtenAt: number }

it('keeps each calendar in step with the window, and is never sent too soon', () => {
  const histories = fc.array(
    fc.record({ current: fc.option(anyNotice, { nil: undefined }), waits: fc.nat(14) }),
    { maxLength: 30 },
  )
  const kinds = new Set<string>()
  const property = fc.property(histories, (history) => {
    let state: WindowEmailState = notNotified
    let current: WindowNotice | null = null
    let now = ten - 60 * minute
    const calendar: Calendar = { entry: null, sequence: -1, writtenAt: -Infinity }
    const tick = () => {
      const { state: next, email } = followWindow(state, current, now)
      state = next
      if (!email) return
      kinds.add(email.kind)
      expect(email.sequence).toBeGreaterThan(calendar.sequence)
      expect(now - calendar.writtenAt).toBeGreaterThanOrEqual(quietBeforeEmailMs)
      expect(email.kind === 'update').toBe(calendar.entry !== null && current !== null)
      expect(email.before).toEqual(email.kind === 'update' ? calendar.entry : null)
      calendar.entry = email.kind === 'cancellation' ? null : email.notice
      calendar.sequence = email.sequence
      calendar.writtenAt = now
    }
    for (const { current: changed, waits } of history) {
      if (changed !== undefined) current = changed
      tick()
      for (let left = waits; left > 0; left--) {
        now += minute
        tick()
      }
    }
    const couldStart = (notice: WindowNotice | null) =>
      notice !== null && now <= getLastEntry(notice)
    for (let left = 11; left > 0; left--) {
      now += minute
      tick()
    }
    // A window that is over by now needs no correction.
    const isOver = !couldStart(current) && !couldStart(calendar.entry)
    expect(isOver || isSameNotice(calendar.entry, current)).toBe(true)
  })
  fc.assert(property, { numRuns: 2_000 })
  expect([...kinds].toSorted()).toEqual(['cancellation', 'invitation', 'update'])
})
