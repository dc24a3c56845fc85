import { describe, expect, it } from 'vitest'
import type { IntegrityMode } from '../exams/exam.ts'
import { type IncidentEnd, type IncidentEvent, listIncidents } from './incidents.ts'

const second = 1_000
const start = 1_000_000

function createEvent(
  id: string,
  kind: IncidentEvent['kind'],
  seconds: number,
  overrides: Partial<IncidentEvent> = {},
): IncidentEvent {
  const at = start + seconds * second
  return { id, kind, at, receivedAt: at, durationMs: null, reportedAt: at, ...overrides }
}

const list = (
  events: readonly IncidentEvent[],
  { ends = [], mode = 'strict' }: { ends?: readonly IncidentEnd[]; mode?: IntegrityMode } = {},
) => listIncidents({ id: 'attempt', events, ends }, mode)

const endAt = (seconds: number, reason: IncidentEnd['reason']): IncidentEnd => ({
  at: start + seconds * second,
  reason,
})

describe('an end has the cause', () => {
  const listEnds = (
    events: readonly IncidentEvent[],
    end: IncidentEnd,
    mode: IntegrityMode = 'warn',
  ) => list(events, { ends: [end], mode }).map((one) => [one.kind, one.end !== null])

  it.each([
    { seconds: 5, isCause: true },
    { seconds: -5, isCause: true },
    { seconds: 5.001, isCause: false },
    { seconds: -5.001, isCause: false },
  ])('that is a violation within five seconds: $seconds', ({ seconds, isCause }) => {
    const hidden = createEvent('h', 'hidden', 100)
    const found = listEnds([hidden], endAt(100 + seconds, 'Auto submission'))
    expect(found.filter(([, isEnd]) => isEnd)).toHaveLength(1)
    expect(found).toHaveLength(isCause ? 1 : 2)
  })

  it.each([
    { seconds: 195, isCause: true },
    { seconds: 205, isCause: true },
    { seconds: 194, isCause: false },
    { seconds: 206, isCause: false },
  ])('that is a violation which arrives within five seconds of it: $seconds', (row) => {
    const hidden = createEvent('h', 'hidden', 100, { receivedAt: start + 200 * second })
    const found = listEnds([hidden], endAt(row.seconds, 'Auto submission'))
    expect(found).toHaveLength(row.isCause ? 1 : 2)
  })

  it('that is an outage rather than a violation, unless it is their own doing', () => {
    const events = [
      createEvent('s', 'silence', 0, { durationMs: 95 * second }),
      createEvent('h', 'hidden', 60),
    ]
    expect(listEnds(events, endAt(60, 'Auto submission'))).toEqual([['offline', true]])
    const back = [...events, createEvent('b', 'back', 60)]
    expect(listEnds(back, endAt(60, 'User pressed back button'))).toEqual([
      ['offline', false],
      ['back', true],
    ])
  })

  it('that is no violation where the time was up', () => {
    expect(listEnds([createEvent('h', 'hidden', 100)], endAt(100, 'Time expired'))).toEqual([
      ['time-up', true],
      ['left', false],
    ])
  })
})

describe('events of one moment', () => {
  const listIds = (...events: IncidentEvent[]) =>
    list(events, { mode: 'warn' }).map(({ ids }) => ids)

  it('are those within five seconds of the first', () => {
    const [a, b, c] = [0, 5, 5.001].map((seconds, at) =>
      createEvent('abc'[at] ?? '', 'blur', seconds),
    )
    if (!a || !b || !c) throw new Error('Three events were made')
    expect(listIds(b, a)).toEqual([['a', 'b']])
    expect(listIds(a, c)).toEqual([['a'], ['c']])
  })

  it('have the longest of their lengths, and the first arrival', () => {
    const blur = createEvent('b', 'blur', 1, { durationMs: 4_000, receivedAt: start + 9_000 })
    const hidden = createEvent('h', 'hidden', 0, { durationMs: 9_000, receivedAt: start + 8_000 })
    const open = createEvent('o', 'blur', 2)
    expect(list([blur, hidden, open], { mode: 'warn' })).toMatchObject([
      { id: 'o', ids: ['o', 'h', 'b'], kind: 'left', at: start, durationMs: 9_000 },
    ])
    expect(list([createEvent('r', 'refresh', 0)], { mode: 'warn' })).toMatchObject([
      { kind: 'closed', durationMs: null },
    ])
  })

  it('have the order of their ids where they arrived together', () => {
    const pair = [createEvent('b', 'blur', 0), createEvent('a', 'hidden', 0)]
    expect(listIds(...pair)).toEqual([['a', 'b']])
    expect(listIds(...pair.toReversed())).toEqual([['a', 'b']])
  })
})
