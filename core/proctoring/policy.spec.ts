import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  blurToleranceMs,
  countRemainingWarnings,
  countViolations,
  type EventKind,
  eventKinds,
  getAllowance,
  isAllowanceExceeded,
  isBlur,
} from './policy.ts'

describe('violations', () => {
  it('do not depend on the order in which they arrive', () => {
    const event = fc.record({
      kind: fc.constantFrom(...eventKinds),
      at: fc.integer({ min: 0, max: 100_000 }),
    })
    fc.assert(
      fc.property(fc.array(event), fc.nat(), (events, rotation) => {
        const rotated = events.map(
          (_, n) => events[(n + rotation) % events.length] as (typeof events)[0],
        )
        expect(countViolations(rotated, 'warn')).toBe(countViolations(events, 'warn'))
      }),
    )
  })

  it('count blur and a hidden tab together as one', () => {
    const createEvent = (kind: EventKind, at: number) => ({ kind, at })
    expect(countViolations([createEvent('blur', 0), createEvent('hidden', 400)], 'warn')).toBe(1)
    expect(countViolations([createEvent('blur', 0), createEvent('hidden', 5_000)], 'warn')).toBe(2)
    expect(countViolations([createEvent('blur', 0), createEvent('devtools', 100)], 'warn')).toBe(1)
    expect(countViolations([createEvent('devtools', 0), createEvent('blur', 900)], 'warn')).toBe(1)
    expect(countViolations([createEvent('devtools', 0), createEvent('blur', 1_100)], 'warn')).toBe(
      2,
    )
    expect(
      countViolations([createEvent('devtools', 0), createEvent('devtools', 100)], 'warn'),
    ).toBe(2)
    expect(countViolations([createEvent('refresh', 0), createEvent('hidden', 0)], 'warn')).toBe(1)
    expect(countViolations([createEvent('hidden', 0), createEvent('refresh', 20)], 'warn')).toBe(1)
    expect(countViolations([createEvent('hidden', 0), createEvent('refresh', 5_000)], 'warn')).toBe(
      2,
    )
  })

  it('leave out events that the mode only records', () => {
    const unpunishedKinds = ['blocked-key', 'context-menu', 'offline', 'online'] as const
    expect(
      countViolations(
        unpunishedKinds.map((kind, at) => ({ kind, at })),
        'strict',
      ),
    ).toBe(0)
  })

  it.each([
    { mode: 'strict', count: 0, ends: false, left: 0 },
    { mode: 'strict', count: 1, ends: true, left: 0 },
    { mode: 'warn', count: 0, ends: false, left: 2 },
    { mode: 'warn', count: 2, ends: false, left: 0 },
    { mode: 'warn', count: 3, ends: true, left: 0 },
    { mode: 'observe', count: 99, ends: false, left: null },
  ] as const)('$count in $mode', ({ mode, count, ends, left }) => {
    const counted = { violations: count, allowed: getAllowance(mode) }
    expect(isAllowanceExceeded(counted)).toBe(ends)
    expect(countRemainingWarnings(counted)).toBe(left)
  })
})

describe('blur', () => {
  it('counts once the focus has been away for a while, unless the app’s own dialog took it', () => {
    expect(isBlur(blurToleranceMs - 1, false)).toBe(false)
    expect(isBlur(blurToleranceMs, false)).toBe(true)
    expect(isBlur(blurToleranceMs * 10, true)).toBe(false)
  })
})
