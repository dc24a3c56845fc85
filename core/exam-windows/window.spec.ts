import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeDeadline } from '../attempts/deadline.ts'
import {
  findClosing,
  findEntryRefusal,
  findMissedWindow,
  findWindowErrors,
  getLastEntry,
  getWindowPhase,
  resolveAccess,
  toShownPhase,
  type WindowTimes,
  windowPhases,
} from './window.ts'

const minute = 60_000
const ten = Date.UTC(2026, 10, 24, 4, 30)
const at = (minutes: number) => ten + minutes * minute

/** Opens at ten, closes at eleven; in minutes after ten. */
function createWindow({
  opens = 0,
  closes = 60,
  entry = null as number | null,
  endsAtClosing = false,
} = {}): WindowTimes {
  const latestEntryAt = entry === null ? null : at(entry)
  return { opensAt: at(opens), closesAt: at(closes), latestEntryAt, endsAtClosing }
}

/** Any window within two hours. */
const anyWindow = fc
  .record({
    opens: fc.integer({ min: 0, max: 100 }),
    length: fc.integer({ min: 1, max: 60 }),
    entry: fc.option(fc.nat(60)),
    endsAtClosing: fc.boolean(),
  })
  .map(({ opens, length, entry, endsAtClosing }) =>
    createWindow({
      opens,
      closes: opens + length,
      entry: entry === null ? null : Math.min(opens + entry, opens + length),
      endsAtClosing,
    }),
  )
const anyWindows = fc.array(anyWindow, { minLength: 1, maxLength: 4 })
/** To the millisecond around full minutes, where windows begin and end. */
const anyMoment = fc
  .tuple(fc.integer({ min: -5, max: 170 }), fc.constantFrom(-1, 0, 1))
  .map(([minutes, ms]) => at(minutes) + ms)

describe('the phase of a window', () => {
  it.each([
    { ms: -1, phase: 'coming' },
    { ms: 0, phase: 'open' },
    { ms: 20 * minute, phase: 'open' },
    { ms: 20 * minute + 1, phase: 'entry-over' },
    { ms: 60 * minute - 1, phase: 'entry-over' },
    { ms: 60 * minute, phase: 'closed' },
  ])('is $phase $ms ms after the opening', ({ ms, phase }) => {
    expect(getWindowPhase(createWindow({ entry: 20 }), ten + ms)).toBe(phase)
  })

  it('stays open until it closes where there is no latest entry', () => {
    expect(getWindowPhase(createWindow(), at(60) - 1)).toBe('open')
    expect(getWindowPhase(createWindow({ entry: 60 }), at(60))).toBe('closed')
  })
})

describe('the widest of several windows', () => {
  it('is nothing for a student who has none', () => {
    expect(resolveAccess([], ten)).toBeNull()
  })

  it('names the seat of the window that opened last, or else opens first, until it closes', () => {
    const lab = { room: 'Lab 1', number: 3 }
    const hall = { room: 'Hall', number: 1 }
    const windows = [
      { ...createWindow({ opens: 30, closes: 90 }), seat: hall },
      { ...createWindow(), seat: lab },
      createWindow({ opens: 40, closes: 120 }),
    ]
    const readSeat = (minutes: number) => resolveAccess(windows, at(minutes))?.seat
    expect([-5, 0, 29].map(readSeat)).toEqual([lab, lab, lab])
    expect([30, 60, 89].map(readSeat)).toEqual([hall, hall, hall])
    expect([90, 120].map(readSeat)).toEqual([undefined, undefined])
    expect(resolveAccess(windows, at(90))).not.toHaveProperty('seat')
  })

  it('lets a student start exactly when one of the windows would', () => {
    fc.assert(
      fc.property(anyWindows, anyMoment, (windows, now) => {
        const isOneOpen = windows.some((window) => getWindowPhase(window, now) === 'open')
        const access = resolveAccess(windows, now) ?? expect.unreachable()
        expect(access.phase === 'open').toBe(isOneOpen)
        expect(findEntryRefusal(access, { isExtraAttempt: false }) === null).toBe(isOneOpen)
      }),
    )
  })

  it('is no narrower with one more window', () => {
    fc.assert(
      fc.property(anyWindows, anyWindow, anyMoment, (windows, another, now) => {
        const before = resolveAccess(windows, now)
        const after = resolveAccess([...windows, another], now)
        if (before?.phase !== 'open') return
        expect(after?.phase).toBe('open')
        expect(after?.opensAt).toBeLessThanOrEqual(before.opensAt)
        expect(after?.closesAt).toBeGreaterThanOrEqual(before.closesAt)
      }),
    )
  })

  it('is the same in any order of the windows', () => {
    fc.assert(
      fc.property(anyWindows, anyMoment, (windows, now) => {
        const [one, other] = [resolveAccess(windows, now), resolveAccess(windows.toReversed(), now)]
        expect({ ...other, endsAtClosing: null }).toEqual({ ...one, endsAtClosing: null })
      }),
    )
  })

  it('announces the next opening, which then happens', () => {
    fc.assert(
      fc.property(anyWindows, anyMoment, (windows, now) => {
        const access = resolveAccess(windows, now)
        if (access?.phase !== 'coming') return
        expect(access.opensAt).toBeGreaterThan(now)
        expect(resolveAccess(windows, access.opensAt - 1)?.phase).toBe('coming')
        expect(resolveAccess(windows, access.opensAt)?.phase).toBe('open')
      }),
    )
  })

  it('holds to the latest entry that it announces', () => {
    fc.assert(
      fc.property(anyWindows, anyMoment, (windows, now) => {
        const access = resolveAccess(windows, now)
        if (access?.phase !== 'open') return
        const last = access.latestEntryAt ?? access.closesAt - 1
        expect(resolveAccess(windows, last)?.phase).toBe('open')
        expect(resolveAccess(windows, last + 1)?.phase).not.toBe('open')
      }),
    )
  })

  it('is closed between two windows that do not overlap', () => {
    const windows = [createWindow({ entry: 20 }), createWindow({ opens: 40, closes: 90 })]
    expect(resolveAccess(windows, at(30))).toMatchObject({ phase: 'coming', opensAt: at(40) })
  })
})

it('a window of an unreleased exam is shown as not released until it is over, whatever its times say', () => {
  expect(windowPhases.map((phase) => toShownPhase(phase, true))).toEqual(windowPhases)
  expect(windowPhases.map((phase) => toShownPhase(phase, false))).toEqual([
    ...['not-released', 'not-released', 'not-released', 'closed'],
  ])
})

describe('an extra attempt', () => {
  it.each([
    { phase: 'coming', refused: 'not-open-yet' },
    { phase: 'open', refused: undefined },
    { phase: 'entry-over', refused: undefined },
    { phase: 'closed', refused: undefined },
  ] as const)('waits for an opening and not for a latest entry: $phase', ({ phase, refused }) => {
    expect(findEntryRefusal({ phase }, { isExtraAttempt: true })?.refused).toBe(refused)
  })
})

describe('the closing for an attempt', () => {
  it('is that of the overlapping windows, and ends the attempt only if all of them do', () => {
    const morning = createWindow({ endsAtClosing: true })
    const late = createWindow({ opens: 30, closes: 90, endsAtClosing: true })
    expect(findClosing([late, morning], ten)).toEqual({ closesAt: at(90), endsAtClosing: true })
    const lenient = { ...late, endsAtClosing: false }
    expect(findClosing([morning, lenient], ten)?.endsAtClosing).toBe(false)
    const apart = createWindow({ opens: 61, closes: 90 })
    expect(findClosing([morning, apart], ten)).toEqual({ closesAt: at(60), endsAtClosing: true })
  })

  it('is none where no window is open', () => {
    expect(findClosing([createWindow()], at(60))).toBeNull()
    expect(findClosing([createWindow()], ten - 1)).toBeNull()
  })

  it('cuts the duration and leaves the extra time, which may run past it', () => {
    const closing = { closesAt: at(60), endsAtClosing: true }
    expect(computeDeadline(at(20), 30, 0, closing).endsAt).toBe(at(50))
    expect(computeDeadline(at(50), 30, 0, closing).endsAt).toBe(at(60))
    expect(computeDeadline(at(50), 30, 50, closing).endsAt).toBe(at(75))
    expect(computeDeadline(at(20), 30, 50, closing).endsAt).toBe(at(65))
    const lenient = { ...closing, endsAtClosing: false }
    expect(computeDeadline(at(50), 30, 50, lenient)).toEqual(computeDeadline(at(50), 30, 50))
  })

  it('never gives an attempt more than its time, nor less than its extra time', () => {
    const minutes = fc.integer({ min: 1, max: 120 })
    const percents = fc.nat(400)
    fc.assert(
      fc.property(anyWindows, anyMoment, minutes, percents, (windows, now, duration, percent) => {
        const closing = findClosing(windows, now)
        if (!closing) return
        const { endsAt } = computeDeadline(now, duration, percent, closing)
        const full = computeDeadline(now, duration, percent).endsAt
        const extraMs = full - computeDeadline(now, duration).endsAt
        expect(endsAt).toBeLessThanOrEqual(full)
        expect(endsAt).toBeGreaterThan(now + extraMs)
        if (closing.endsAtClosing) expect(endsAt).toBeLessThanOrEqual(closing.closesAt + extraMs)
        else expect(endsAt).toBe(full)
      }),
    )
  })
})

describe('a student without an attempt', () => {
  const always = (window: WindowTimes) => ({ ...window, since: 0 })

  it('has missed the last window once the entry of all is over', () => {
    const first = always(createWindow({ entry: 20 }))
    const second = always(createWindow({ opens: 100, closes: 130 }))
    expect(findMissedWindow([first, second], at(20))).toBeNull()
    expect(findMissedWindow([first, second], at(21))).toBeNull()
    expect(findMissedWindow([first], at(21))).toBe(first)
    expect(findMissedWindow([first, second], at(130))).toBe(second)
    expect(findMissedWindow([], at(21))).toBeNull()
  })

  it('has not missed a window whose batch they joined after its last entry', () => {
    const window = createWindow({ entry: 20 })
    expect(findMissedWindow([{ ...window, since: at(20) }], at(60))).not.toBeNull()
    expect(findMissedWindow([{ ...window, since: at(21) }], at(60))).toBeNull()
  })
})

describe('the times of a window', () => {
  it.each([
    { draft: createWindow({ closes: 0 }), field: 'closesAt' },
    { draft: createWindow({ closes: -1 }), field: 'closesAt' },
    { draft: createWindow({ closes: 367 * 24 * 60 }), field: 'closesAt' },
    { draft: createWindow({ entry: -1 }), field: 'latestEntryAt' },
    { draft: createWindow({ entry: 61 }), field: 'latestEntryAt' },
  ])('are refused at $field', ({ draft, field }) => {
    expect(Object.keys(findWindowErrors(draft) ?? {})).toEqual([field])
  })

  it('may have the latest entry at the closing, or at the opening', () => {
    expect(findWindowErrors(createWindow({ entry: 60 }))).toBeNull()
    expect(findWindowErrors(createWindow({ entry: 0 }))).toBeNull()
    expect(getLastEntry(createWindow({ entry: 60 }))).toBe(at(60) - 1)
  })
})
