import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countViolations, type EventKind, eventKinds } from './integrity.ts'
import { momentsOf } from './timeline.ts'

const seen = (kind: EventKind, at: number, durationMs: number | null = null) => ({
  id: `${kind} ${at}`,
  kind,
  at,
  durationMs,
})

describe('moments', () => {
  it('tell a lost connection and its return as one, with how long it was away', () => {
    expect(
      momentsOf([seen('offline', 1_000), seen('hidden', 2_000), seen('online', 91_000)]),
    ).toMatchObject([{ kind: 'offline', at: 1_000, durationMs: 90_000 }, { kind: 'hidden' }])
  })

  it('keep a return whose loss nobody reported', () => {
    expect(momentsOf([seen('online', 5), seen('offline', 9), seen('online', 12)])).toMatchObject([
      { kind: 'online', at: 5 },
      { kind: 'offline', at: 9, durationMs: 3 },
    ])
  })

  it('tell a blur and the hidden tab behind it as one, and the longer stay', () => {
    expect(momentsOf([seen('blur', 0, 8_000), seen('hidden', 400, 7_600)])).toMatchObject([
      { kind: 'hidden', at: 0, durationMs: 8_000, times: 1 },
    ])
  })

  it('tell a closed page and the focus it lost on its way as one', () => {
    expect(momentsOf([seen('blur', 0), seen('refresh', 300), seen('hidden', 500)])).toMatchObject([
      { kind: 'refresh', at: 0 },
    ])
    expect(momentsOf([seen('refresh', 0), seen('blur', 300)])).toHaveLength(2)
  })

  it('count keys that were pressed in a row', () => {
    const keys = [0, 5_000, 14_000, 40_000].map((at) => seen('blocked-key', at))
    expect(momentsOf(keys).map(({ times }) => times)).toEqual([3, 1])
  })

  const event = fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...eventKinds),
    at: fc.integer({ min: 0, max: 60_000 }),
    durationMs: fc.option(fc.nat(20_000)),
  })

  it('are as many leavings as were counted against the student', () => {
    const leavings = ['devtools', 'hidden', 'blur', 'refresh', 'back']
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const told = momentsOf(events).filter(({ kind }) => leavings.includes(kind))
        expect(told).toHaveLength(countViolations(events, 'warn'))
      }),
    )
  })

  it('stand in the order of time, each where an event began it', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const times = momentsOf(events).map(({ at }) => at)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
        expect(times.every((at) => events.some((one) => one.at === at))).toBe(true)
      }),
    )
  })
})
