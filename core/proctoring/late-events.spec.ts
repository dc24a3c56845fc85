import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countUnpausedViolations,
  leaveOutPauses,
  listCountedEvents,
  listPauses,
  type ReceivedEvent,
} from './late-events.ts'
import { countViolations, eventKinds, isViolation } from './policy.ts'

const minute = 60_000
type Moments = Parameters<typeof listCountedEvents>[1]
const noMoments: Moments = {
  reopenedAt: null,
  clockStartsAt: null,
  acknowledges: false,
  resumedAt: [],
}
const hidden = (at: number, receivedAt = at): ReceivedEvent => ({ kind: 'hidden', at, receivedAt })
const count = (events: readonly ReceivedEvent[], moments = noMoments) =>
  countViolations(listCountedEvents(events, moments, 'warn'), 'warn')

describe('events that waited on a device', () => {
  it('count as one, since no warning was possible in between', () => {
    const arrivedAt = 10 * minute
    expect(count([1, 3, 5, 7].map((at) => hidden(at * minute, arrivedAt)))).toBe(1)
    const oneByOne = [1, 3, 5, 7].map((at, index) => hidden(at * minute, arrivedAt + 200 * index))
    expect(count(oneByOne)).toBe(1)
  })

  it('count in addition to events before and after them', () => {
    const waited = [hidden(3 * minute, 10 * minute), hidden(5 * minute, 10 * minute)]
    expect(count([hidden(minute), ...waited, hidden(11 * minute)])).toBe(3)
  })

  it('do not reduce the count of events that arrive at once', () => {
    const event = fc.record({
      kind: fc.constantFrom(...eventKinds),
      at: fc.integer({ min: 1, max: 30 * minute }),
      tookMs: fc.integer({ min: 0, max: 10_000 }),
    })
    fc.assert(
      fc.property(fc.array(event), (seen) => {
        const events = seen.map(({ kind, at, tookMs }) => ({ kind, at, receivedAt: at + tookMs }))
        expect(count(events)).toBe(countViolations(events, 'warn'))
      }),
    )
  })

  it('never make parts of one absence count for more than one', () => {
    const blur = { kind: 'blur', at: 1, receivedAt: 10_002 } as const
    const devtools = { kind: 'devtools', at: 1, receivedAt: 1 } as const
    expect(count([devtools, blur, devtools])).toBe(1)
    const fromBefore = { ...devtools, at: 2, receivedAt: 10_002 }
    expect(count([{ ...devtools, at: 1002, receivedAt: 1002 }, fromBefore, blur, fromBefore])).toBe(
      2,
    )
  })

  it('never count for more than they would have online, and never for nothing', () => {
    const event = fc.record({
      kind: fc.constantFrom(...eventKinds),
      at: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 30 * minute })),
      tookMs: fc.oneof(
        fc.integer({ min: 9990, max: 10_010 }),
        fc.integer({ min: 0, max: 20 * minute }),
      ),
    })
    fc.assert(
      fc.property(fc.array(event), (seen) => {
        const events = seen.map(({ kind, at, tookMs }) => ({ kind, at, receivedAt: at + tookMs }))
        expect(count(events)).toBeLessThanOrEqual(countViolations(events, 'warn'))
        const hasViolation = events.some(({ kind }) => isViolation(kind, 'warn'))
        expect(count(events) > 0).toBe(hasViolation)
      }),
    )
  })
})

describe('an event that a device reports late', () => {
  const resumed = {
    reopenedAt: null,
    clockStartsAt: null,
    acknowledges: false,
    resumedAt: [5 * minute],
  }

  it('does not count once the student was allowed to continue, perhaps on another device', () => {
    expect(count([hidden(3 * minute, 20 * minute)], resumed)).toBe(0)
    expect(count([hidden(3 * minute, 4 * minute)], resumed), 'told before').toBe(1)
    expect(count([hidden(6 * minute, 20 * minute)], resumed), 'seen since').toBe(1)
  })

  it('counts if it was under way when the page came back', () => {
    expect(count([hidden(5 * minute - 300, 5 * minute + 2_000)], resumed)).toBe(1)
  })

  it('does not count from before a reopening', () => {
    const reopened = {
      reopenedAt: 5 * minute,
      clockStartsAt: null,
      acknowledges: false,
      resumedAt: [],
    }
    expect(count([hidden(5 * minute, 20 * minute)], reopened)).toBe(0)
    expect(count([hidden(5 * minute + 1, 20 * minute)], reopened)).toBe(1)
  })
})

describe('events of a pause', () => {
  const pauses = [
    { at: 10 * minute, endedAt: 17 * minute },
    { at: 30 * minute, endedAt: null },
  ]

  it('count neither by the time they happened nor by the time they arrived', () => {
    const inPause = [hidden(11 * minute), hidden(12 * minute, 20 * minute)]
    const reportedInPause = hidden(9 * minute, 11 * minute)
    expect(
      count([...inPause, reportedInPause, hidden(40 * minute)], { ...noMoments, pauses }),
    ).toBe(0)
    const around = [hidden(9 * minute), hidden(18 * minute)]
    expect(count([...around, ...inPause], { ...noMoments, pauses })).toBe(2)
  })

  it('may include reading an earlier warning', () => {
    const read = { kind: 'warning-read', at: 12 * minute, receivedAt: 12 * minute } as const
    const moments = { ...noMoments, acknowledges: true, resumedAt: [13 * minute], pauses }
    const late = { ...read, receivedAt: 14 * minute }
    expect(listCountedEvents([hidden(minute), read], moments, 'warn')).toContain(read)
    expect(listCountedEvents([hidden(minute), late], moments, 'warn')).toContain(late)
    const reopened = { ...moments, reopenedAt: 12 * minute }
    expect(listCountedEvents([hidden(minute), read], reopened, 'warn')).toEqual([])
  })

  it('lose the part of the absence that lies in the pause', () => {
    const away = (at: number, durationMs: number | null) => ({ ...hidden(at), durationMs })
    const shortened = (at: number, ms: number | null) =>
      leaveOutPauses([away(at, ms)], pauses)[0]?.durationMs
    expect(shortened(9 * minute, 2 * minute)).toBe(minute)
    expect(shortened(9 * minute, 10 * minute)).toBe(3 * minute)
    expect(shortened(16 * minute, 2 * minute)).toBe(minute)
    expect(shortened(18 * minute, 2 * minute)).toBe(2 * minute)
    expect(shortened(29 * minute, 5 * minute)).toBe(minute)
    expect(shortened(9 * minute, null)).toBe(null)
  })

  it('are listed, and not counted for the live screen', () => {
    const stored = [
      { kind: 'pause', at: 10 * minute, durationMs: 7 * minute },
      { kind: 'hidden', at: 11 * minute, durationMs: null },
      { kind: 'blur', at: 20 * minute, durationMs: 100 },
      { kind: 'hidden', at: 20 * minute + 500, durationMs: 100 },
      { kind: 'pause', at: 30 * minute, durationMs: null },
    ] as const
    expect(listPauses(stored)).toEqual(pauses)
    expect(countUnpausedViolations(stored)).toBe(1)
  })
})
