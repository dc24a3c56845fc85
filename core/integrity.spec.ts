import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  blurForgivenMs,
  countViolations,
  type EventKind,
  endsTest,
  eventKinds,
  isBlockedKey,
  isBlur,
  remaining,
} from './integrity.ts'

describe('violations', () => {
  it('do not depend on the order in which they arrive', () => {
    const event = fc.record({
      kind: fc.constantFrom(...eventKinds),
      at: fc.integer({ min: 0, max: 100_000 }),
    })
    fc.assert(
      fc.property(fc.uniqueArray(event, { selector: ({ at }) => at }), fc.nat(), (events, turn) => {
        const turned = events.map(
          (_, n) => events[(n + turn) % events.length] as (typeof events)[0],
        )
        expect(countViolations(turned, 'warn')).toBe(countViolations(events, 'warn'))
      }),
    )
  })

  it('are one where blur and a hidden tab come together', () => {
    const seen = (kind: EventKind, at: number) => ({ kind, at })
    expect(countViolations([seen('blur', 0), seen('hidden', 400)], 'warn')).toBe(1)
    expect(countViolations([seen('blur', 0), seen('hidden', 5_000)], 'warn')).toBe(2)
    expect(countViolations([seen('blur', 0), seen('devtools', 100)], 'warn')).toBe(2)
    expect(countViolations([seen('hidden', 0), seen('refresh', 20)], 'warn')).toBe(1)
    expect(countViolations([seen('hidden', 0), seen('refresh', 5_000)], 'warn')).toBe(2)
  })

  it('leave out what a test only writes down', () => {
    const quiet = ['blocked-key', 'context-menu', 'offline', 'online'] as const
    expect(
      countViolations(
        quiet.map((kind, at) => ({ kind, at })),
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
    expect(endsTest(count, mode)).toBe(ends)
    expect(remaining(count, mode)).toBe(left)
  })
})

describe('blur', () => {
  it('counts once the focus has been away for a while, and no dialog of ours took it', () => {
    expect(isBlur(blurForgivenMs - 1, false)).toBe(false)
    expect(isBlur(blurForgivenMs, false)).toBe(true)
    expect(isBlur(blurForgivenMs * 10, true)).toBe(false)
  })
})

describe('keys', () => {
  const press = (key: string, more = {}) =>
    isBlockedKey({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...more })

  it.each(['F12', 'F5'])('%s is blocked', (key) => expect(press(key)).toBe(true))

  it.each(['u', 's', 'a', 'c', 'v', 'r', 'C'])('Ctrl and Cmd with %s are blocked', (key) => {
    expect(press(key, { ctrlKey: true })).toBe(true)
    expect(press(key, { metaKey: true })).toBe(true)
    expect(press(key)).toBe(false)
  })

  it('Ctrl+Shift+I is blocked, Ctrl+I is not', () => {
    expect(press('I', { ctrlKey: true, shiftKey: true })).toBe(true)
    expect(press('i', { ctrlKey: true })).toBe(false)
  })

  it.each(['a', 'd', 'Enter', 'Tab', 'ArrowDown'])('%s alone is not', (key) => {
    expect(press(key)).toBe(false)
  })
})
