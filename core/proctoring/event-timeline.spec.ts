import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildEventTimeline } from './event-timeline.ts'
import { countViolations, eventKinds, type RecordedKind } from './policy.ts'

const createEvent = (kind: RecordedKind, at: number, durationMs: number | null = null) => ({
  id: `${kind} ${at}`,
  kind,
  at,
  receivedAt: at,
  durationMs,
})

describe('timeline entries', () => {
  it('combine a lost connection and its return, with the time in between', () => {
    expect(
      buildEventTimeline([
        createEvent('offline', 1_000),
        createEvent('hidden', 2_000),
        createEvent('online', 91_000),
      ]),
    ).toMatchObject([{ kind: 'offline', at: 1_000, durationMs: 90_000 }, { kind: 'hidden' }])
  })

  it('keep a return whose loss was not reported', () => {
    expect(
      buildEventTimeline([
        createEvent('online', 5),
        createEvent('offline', 9),
        createEvent('online', 12),
      ]),
    ).toMatchObject([
      { kind: 'online', at: 5 },
      { kind: 'offline', at: 9, durationMs: 3 },
    ])
  })

  it('combine a blur and the hidden tab behind it, with the longer duration', () => {
    expect(
      buildEventTimeline([createEvent('blur', 0, 8_000), createEvent('hidden', 400, 7_600)]),
    ).toMatchObject([{ kind: 'hidden', at: 0, durationMs: 8_000, times: 1 }])
  })

  it('combine a closed page and the focus that it lost on closing', () => {
    expect(
      buildEventTimeline([
        createEvent('blur', 0),
        createEvent('refresh', 300),
        createEvent('hidden', 500),
      ]),
    ).toMatchObject([{ kind: 'refresh', at: 0 }])
    expect(buildEventTimeline([createEvent('refresh', 0), createEvent('blur', 300)])).toHaveLength(
      2,
    )
  })

  it('show a silence only where nothing else explains it', () => {
    const silence = createEvent('silence', 1_000, 120_000)
    const hidden = createEvent('hidden', 4_000, 112_000)
    const glance = createEvent('blur', 30_000, 2_000)
    expect(buildEventTimeline([silence, hidden])).toMatchObject([{ kind: 'hidden' }])
    expect(buildEventTimeline([silence, glance])).toMatchObject([
      { kind: 'silence', durationMs: 120_000 },
      { kind: 'blur' },
    ])
    expect(buildEventTimeline([silence, createEvent('resume', 121_000)])).toHaveLength(2)
  })

  it('count keys that were pressed in a row', () => {
    const keys = [0, 5_000, 14_000, 40_000].map((at) => createEvent('blocked-key', at))
    expect(buildEventTimeline(keys).map(({ times }) => times)).toEqual([3, 1])
  })

  const event = fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...eventKinds),
    at: fc.integer({ min: 0, max: 60_000 }),
    receivedAt: fc.constant(60_000),
    durationMs: fc.option(fc.nat(20_000)),
  })

  it('show as many violations as were counted against the student', () => {
    const violationKinds = ['devtools', 'hidden', 'blur', 'refresh', 'back']
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const entries = buildEventTimeline(events).filter(({ kind }) =>
          violationKinds.includes(kind),
        )
        expect(entries).toHaveLength(countViolations(events, 'warn'))
      }),
    )
  })

  it('are in chronological order, each at its first event', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const times = buildEventTimeline(events).map(({ at }) => at)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
        expect(times.every((at) => events.some((one) => one.at === at))).toBe(true)
      }),
    )
  })
})

describe('a line', () => {
  const silence = createEvent('silence', 100_000, 60_000)
  it.each([
    { title: 'begins 20 s later', at: 120_000, durationMs: 40_000, isOne: true },
    { title: 'begins more than 20 s later', at: 120_001, durationMs: 40_000, isOne: false },
    { title: 'begins 20 s earlier', at: 80_000, durationMs: 80_000, isOne: true },
    { title: 'begins more than 20 s earlier', at: 79_999, durationMs: 81_000, isOne: false },
    { title: 'ends 20 s earlier', at: 100_000, durationMs: 40_000, isOne: true },
    { title: 'ends more than 20 s earlier', at: 100_000, durationMs: 39_999, isOne: false },
    { title: 'has no length', at: 100_000, durationMs: null, isOne: false },
  ])('explains a silence if it $title: $isOne', ({ at, durationMs, isOne }) => {
    const entries = buildEventTimeline([silence, createEvent('hidden', at, durationMs)])
    expect(entries).toHaveLength(isOne ? 1 : 2)
  })

  it.each([
    { afterMs: 10_000, times: [2] },
    { afterMs: 10_001, times: [1, 1] },
  ])('counts a key again within ten seconds: $afterMs', ({ afterMs, times }) => {
    const keys = [createEvent('blocked-key', 0), createEvent('blocked-key', afterMs)]
    expect(buildEventTimeline(keys).map((entry) => entry.times)).toEqual(times)
  })

  it('of a lost connection ends with the first return', () => {
    const events = [
      createEvent('offline', 0),
      createEvent('online', 5_000),
      createEvent('online', 9_000),
    ]
    expect(buildEventTimeline(events)).toMatchObject([
      { kind: 'offline', durationMs: 5_000 },
      { kind: 'online', at: 9_000 },
    ])
  })

  it('of two lengths has the longer one', () => {
    const lengths = (...both: (number | null)[]) =>
      buildEventTimeline([
        createEvent('blur', 0, both[0] ?? null),
        createEvent('hidden', 400, both[1] ?? null),
      ]).map(({ durationMs }) => durationMs)
    expect(lengths(5_000, null)).toEqual([5_000])
    expect(lengths(null, 4_000)).toEqual([4_000])
    expect(lengths(3_000, 4_000)).toEqual([4_000])
    expect(lengths(null, null)).toEqual([null])
  })
})
