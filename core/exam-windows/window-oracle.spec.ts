import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findClosing,
  findEntryRefusal,
  getEntryPeriod,
  getLastEntry,
  resolveAccess,
  type WindowTimes,
} from './window.ts'

/** Windows on a line of whole milliseconds that is short enough to try each of them. */
const lineEnd = 12
const moments = Array.from({ length: lineEnd + 2 }, (_, moment) => moment)

/** Each window within a line of six milliseconds. */
const shortWindows = listWindows(6)

function listWindows(end: number): WindowTimes[] {
  const windows: WindowTimes[] = []
  for (let opensAt = 1; opensAt < end; opensAt++) {
    for (let closesAt = opensAt + 1; closesAt <= end; closesAt++) {
      for (let entry = opensAt - 1; entry <= closesAt; entry++) {
        const latestEntryAt = entry < opensAt ? null : entry
        for (const endsAtClosing of [true, false])
          windows.push({ opensAt, closesAt, latestEntryAt, endsAtClosing })
      }
    }
  }
  return windows
}

const isIn = ({ opensAt, closesAt }: WindowTimes, moment: number) =>
  opensAt <= moment && moment < closesAt
const letsIn = (window: WindowTimes, moment: number) =>
  isIn(window, moment) && moment <= (window.latestEntryAt ?? lineEnd)

/** The first moment from which on each up to this one passes. */
function goBack(from: number, passes: (moment: number) => boolean): number {
  let first = from
  while (passes(first - 1)) first--
  return first
}

/** The last moment up to which each from this one on passes. */
function goOn(from: number, passes: (moment: number) => boolean): number {
  let last = from
  while (passes(last + 1)) last++
  return last
}

/** Moment by moment: an attempt of this start ends when no window covers the next moment. */
function tryClosing(windows: readonly WindowTimes[], startedAt: number) {
  if (!windows.some((window) => isIn(window, startedAt))) return null
  const last = goOn(startedAt, (moment) => windows.some((window) => isIn(window, moment)))
  const counted = windows.filter(({ opensAt, closesAt }) => opensAt <= last && closesAt > startedAt)
  return {
    closesAt: last + 1,
    endsAtClosing: counted.every(({ endsAtClosing }) => endsAtClosing),
  }
}

/** Moment by moment, what several windows let one student do. */
function tryAccess(windows: readonly WindowTimes[], now: number) {
  const canEnter = (moment: number) => windows.some((window) => letsIn(window, moment))
  const next = moments.find((moment) => moment >= now && canEnter(moment))
  if (next === undefined) {
    const isIntoOne = windows.some((window) => isIn(window, now))
    return { phase: isIntoOne ? 'entry-over' : 'closed' }
  }
  const lastEntry = goOn(next, canEnter)
  const closing = tryClosing(windows, next)
  return {
    phase: next === now ? 'open' : 'coming',
    opensAt: goBack(next, canEnter),
    latestEntryAt: lastEntry + 1 === closing?.closesAt ? null : lastEntry,
    ...closing,
  }
}

function compare(windows: readonly WindowTimes[]) {
  for (const now of moments) {
    const tried = JSON.stringify({ windows, now })
    expect(resolveAccess(windows, now), tried).toMatchObject(tryAccess(windows, now))
    expect(findClosing(windows, now), tried).toEqual(tryClosing(windows, now))
  }
}

describe('windows tried moment by moment', () => {
  it('give the same access and closing, for each window', () => {
    for (const window of shortWindows) compare([window])
  })

  it('give the same access and closing, for any two or three', () => {
    const anyWindow = fc.constantFrom(...listWindows(lineEnd))
    fc.assert(fc.property(fc.array(anyWindow, { minLength: 2, maxLength: 3 }), compare), {
      numRuns: 2_000,
      seed: 20_261_129,
    })
  })

  it('give the same period to start in', () => {
    const anyWindow = fc.constantFrom(...listWindows(lineEnd))
    fc.assert(
      fc.property(anyWindow, fc.array(anyWindow, { maxLength: 2 }), (window, others) => {
        const canEnter = (moment: number) => [window, ...others].some((one) => letsIn(one, moment))
        expect(getEntryPeriod(window, others)).toEqual({
          from: goBack(window.opensAt, canEnter),
          until: goOn(window.opensAt, canEnter),
        })
      }),
      { numRuns: 1_000, seed: 20_261_129 },
    )
  })
})

describe('a student whose windows are all over', () => {
  /** Each ends differently, and the later in the list, the more it decides. */
  const over: readonly WindowTimes[] = [
    { opensAt: 1, closesAt: 5, latestEntryAt: null, endsAtClosing: true },
    { opensAt: 3, closesAt: 9, latestEntryAt: 4, endsAtClosing: true },
    { opensAt: 2, closesAt: 9, latestEntryAt: 3, endsAtClosing: false },
    { opensAt: 2, closesAt: 9, latestEntryAt: 6, endsAtClosing: true },
  ]

  it.each([2, 3, 4])(
    'reads the last of %i to close, of equals the one that opened first',
    (count) => {
      const windows = over.slice(0, count)
      const last = windows.at(-1) as WindowTimes
      const access = resolveAccess(windows, 10)
      expect(access).toEqual({ ...last, phase: 'closed' })
      expect(getLastEntry(last)).toBe(last.latestEntryAt)
    },
  )
})

describe('a refusal to start', () => {
  it.each([
    { phase: 'coming', own: 'not-open-yet', extra: 'not-open-yet' },
    { phase: 'open', own: null, extra: null },
    { phase: 'entry-over', own: 'entry-over', extra: null },
    { phase: 'closed', own: 'window-closed', extra: null },
  ] as const)('of a window that is $phase names it', ({ phase, own, extra }) => {
    const refuseStart = (isExtraAttempt: boolean) =>
      findEntryRefusal({ phase }, { isExtraAttempt })?.refused ?? null
    expect([refuseStart(false), refuseStart(true)]).toEqual([own, extra])
  })
})

it('the first to open of windows that close together is named once they are over', () => {
  const [first, second] = [1, 3].map((opensAt) => ({
    opensAt,
    closesAt: 6,
    latestEntryAt: null,
    endsAtClosing: false,
  })) as [WindowTimes, WindowTimes]
  expect(resolveAccess([first, second], 7)?.opensAt).toBe(1)
  expect(resolveAccess([second, first], 7)?.opensAt).toBe(1)
})
