import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countViolations,
  isAllowanceExceeded,
  isViolation,
  maxWarnings,
  type RecordedKind,
  recordedKinds,
} from './policy.ts'
import { countForAttempt, countWarnings, maxReloadMs, type WarningEvent } from './warnings.ts'

const seconds = (n: number) => n * 1_000
const see = (kind: RecordedKind, atSeconds: number, forSeconds?: number): WarningEvent => ({
  kind,
  at: seconds(atSeconds),
  durationMs: forSeconds === undefined ? null : seconds(forSeconds),
})
const read = (atSeconds: number) => see('warning-read', atSeconds)

describe('a warning', () => {
  it('waits until it is read, and counts then', () => {
    const waiting = { number: 1, kind: 'blur', at: 0, awayMs: seconds(12), isCounted: false }
    expect(countWarnings([see('blur', 0, 12)])).toMatchObject({ counted: 0, unread: [waiting] })
    expect(countWarnings([see('blur', 0, 12), read(15)])).toMatchObject({ counted: 1, unread: [] })
  })

  it('includes events that happen while it waits', () => {
    const events = [see('hidden', 0, 5), see('blur', 10, 5), see('refresh', 20), see('back', 30)]
    const waiting = [{ number: 1, kind: 'hidden', awayMs: seconds(10) }]
    expect(countWarnings(events)).toMatchObject({ counted: 0, unread: waiting })
    expect(countWarnings([...events, read(40)]).counted).toBe(1)
  })

  it('counts by itself after more than 60 s away in total, and is still shown', () => {
    const away = [see('hidden', 0, 30), see('blur', 100, 30)]
    expect(countWarnings(away).counted).toBe(0)
    const longer = countWarnings([...away, see('hidden', 200, 0.001)])
    expect(longer).toMatchObject({ counted: 1, unread: [{ number: 1, isCounted: true }] })
    const once = countWarnings([see('hidden', 0, 3_600), read(3_601)])
    expect(once).toMatchObject({ counted: 1, unread: [] })
  })

  it('never adds up time twice', () => {
    const events = [see('blur', 0, 50), see('hidden', 5, 45), see('refresh', 49, 5)]
    expect(countWarnings(events).unread).toMatchObject([{ awayMs: seconds(54) }])
  })

  it('is the second one after the first was read, and the third violation exceeds the limit', () => {
    const two = [see('hidden', 0), read(5), see('devtools', 10), read(20)]
    expect(countWarnings(two.slice(0, 3)).unread).toMatchObject([{ number: 2, kind: 'devtools' }])
    expect(countWarnings(two)).toMatchObject({ counted: 2, unread: [] })
    expect(countWarnings([...two, see('blur', 30)]).counted).toBe(3)
  })

  it('never exceeds the limit before both were read, however long the student is away', () => {
    const events = [see('hidden', 0, 70), see('hidden', 100, 70), see('hidden', 200, 70)]
    const { counted, unread } = countWarnings(events)
    expect([counted, unread.map(({ number }) => number)]).toEqual([2, [1, 2]])
    expect(countWarnings([...events, read(300)]).unread).toMatchObject([{ number: 2 }])
    const allRead = [...events, read(300), read(301)]
    expect(countWarnings(allRead)).toMatchObject({ counted: 2, unread: [] })
    expect(countWarnings([...allRead, see('blur', 310)]).counted).toBe(3)
  })

  it.each([
    { events: [see('blur', 0), see('devtools', 0.9)], kind: 'devtools' },
    { events: [see('devtools', 0), see('blur', 0.5)], kind: 'devtools' },
    { events: [see('hidden', 0), see('refresh', 0.02)], kind: 'refresh' },
    { events: [see('blur', 0), see('hidden', 0.4)], kind: 'hidden' },
    { events: [see('blur', 0), see('devtools', 5)], kind: 'blur' },
  ])('is named after the events of that moment: $kind', ({ events, kind }) => {
    expect(countWarnings(events).unread).toMatchObject([{ kind }])
  })
})

const event: fc.Arbitrary<WarningEvent> = fc.record({
  kind: fc.constantFrom(...recordedKinds, 'warning-read', 'hidden'),
  at: fc.integer({ min: 0, max: 400_000 }),
  durationMs: fc.option(fc.oneof(fc.nat(5_000), fc.nat(90_000))),
})
const history = fc.uniqueArray(event, { selector: ({ at }) => at, maxLength: 30 })

describe('any history', () => {
  it('counts no more than the warnings read and each 60 s away', () => {
    fc.assert(
      fc.property(history, (events) => {
        const { counted } = countWarnings(events)
        const reads = events.filter(({ kind }) => kind === 'warning-read').length
        const awayMs = events
          .filter(({ kind }) => ['blur', 'hidden', 'refresh'].includes(kind))
          .reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)
        expect(Math.min(counted, maxWarnings)).toBeLessThanOrEqual(
          reads + Math.floor(awayMs / 60_000),
        )
        expect(counted).toBeLessThanOrEqual(countViolations(events, 'warn'))
      }),
    )
  })

  it('exceeds the limit only with no warning left to read', () => {
    fc.assert(
      fc.property(history, (events) => {
        const { counted, unread } = countWarnings(events)
        if (counted > maxWarnings) expect(unread).toEqual([])
        expect(unread.length).toBeLessThanOrEqual(maxWarnings)
        const numbers = unread.map(({ number }) => number)
        expect(numbers).toEqual([...numbers].sort())
      }),
    )
  })

  it('counts the same in any order of arrival', () => {
    fc.assert(
      fc.property(history, fc.nat(), (events, rotation) => {
        const cut = events.length === 0 ? 0 : rotation % events.length
        const rotated = [...events.slice(cut), ...events.slice(0, cut)]
        expect(countWarnings(rotated)).toEqual(countWarnings(events))
      }),
    )
  })

  it('is counted at once for a client that does not acknowledge, and in other modes', () => {
    fc.assert(
      fc.property(history, (events) => {
        for (const mode of ['strict', 'warn', 'observe'] as const) {
          const acknowledges = mode !== 'warn'
          const { violations, warning } = countForAttempt(events, {
            mode,
            acknowledges,
            hasNoReloadPrompt: mode !== 'strict',
          })
          expect([violations, warning]).toEqual([countViolations(events, mode), undefined])
        }
      }),
    )
  })
})

describe('a strict attempt in a browser that asks nothing before a reload', () => {
  const unasked = { mode: 'strict', acknowledges: true, hasNoReloadPrompt: true } as const
  const judge = (...events: readonly WarningEvent[]) => {
    const count = countForAttempt(events, unasked)
    return { isEnd: isAllowanceExceeded(count), warning: count.warning }
  }
  const firstWarning = { number: 1, kind: 'refresh', at: 0, isCounted: true }

  it('continues after the first reload, with a warning until it is read', () => {
    expect(judge()).toEqual({ isEnd: false, warning: null })
    expect(judge(see('refresh', 0))).toMatchObject({ isEnd: false, warning: firstWarning })
    const back = { ...firstWarning, awayMs: seconds(4) }
    expect(judge(see('refresh', 0, 4))).toEqual({ isEnd: false, warning: back })
    expect(judge(see('refresh', 0, 4), read(9))).toEqual({ isEnd: false, warning: null })
  })

  it('ends with the second one, whether the warning was read or not', () => {
    expect(judge(see('refresh', 0, 4), see('refresh', 20)).isEnd).toBe(true)
    expect(judge(see('refresh', 0, 4), read(9), see('refresh', 20)).isEnd).toBe(true)
    expect(judge(see('refresh', 20), see('refresh', 0)).isEnd).toBe(true)
  })

  it('ends with a page that was closed and comes back later than a reload takes', () => {
    expect(judge(see('refresh', 0, maxReloadMs / 1_000)).isEnd).toBe(false)
    expect(judge(see('refresh', 0, maxReloadMs / 1_000 + 0.001)).isEnd).toBe(true)
  })

  it('ends with a reload combined with leaving the page', () => {
    expect(judge(see('hidden', 0), see('refresh', 0.9)).isEnd).toBe(true)
    expect(judge(see('refresh', 0), see('hidden', 0)).isEnd).toBe(true)
  })

  it('forgives one reload, and nothing else, in any order of arrival', () => {
    fc.assert(
      fc.property(history, (events) => {
        const count = countForAttempt(events, unasked)
        const leaving = events.filter(({ kind }) => isViolation(kind, 'strict'))
        const [first] = leaving
        const isOneReload =
          leaving.length === 1 &&
          first?.kind === 'refresh' &&
          (first.durationMs ?? 0) <= maxReloadMs
        expect(isAllowanceExceeded(count)).toBe(leaving.length > 0 && !isOneReload)
        expect(countForAttempt(events.toReversed(), unasked)).toEqual(count)
      }),
    )
  })
})
