import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FinishReason } from '../attempts/attempt.ts'
import type { IntegrityMode } from '../exams/exam.ts'
import { incidentEventKinds, isExpectedEnd } from './incident-kinds.ts'
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

describe('an outage', () => {
  const silence = createEvent('s', 'silence', 0, {
    durationMs: 95 * second,
    receivedAt: start + 95 * second,
  })
  const offline = createEvent('o', 'offline', 4, {
    durationMs: 90 * second,
    receivedAt: start + 96 * second,
  })

  it('is one incident, whether the server noticed it, the device reported it, or both', () => {
    expect(list([silence])).toMatchObject([{ id: 's', at: start, durationMs: 95 * second }])
    expect(list([offline])).toMatchObject([{ id: 'o', durationMs: 90 * second }])
    expect(list([offline, silence])).toMatchObject([
      { id: 's', kind: 'offline', at: start + 4 * second, durationMs: 90 * second },
    ])
  })

  it('is no longer than the server was without contact, whatever a device reports', () => {
    const claimed = { ...offline, durationMs: 3_600 * second }
    expect(list([claimed, silence])[0]?.durationMs).toBe(91 * second)
  })

  it('whose end the device never reported lasts until its next contact', () => {
    const unended = { ...offline, durationMs: null }
    expect(list([unended, silence])).toMatchObject([
      { id: 's', at: start + 4 * second, durationMs: 91 * second },
    ])
    expect(list([unended])).toMatchObject([{ id: 'o', durationMs: null }])
  })

  it('is no incident below 15 s', () => {
    expect(list([{ ...offline, durationMs: 14_999 }])).toEqual([])
    expect(list([{ ...offline, durationMs: 15_000 }])).toHaveLength(1)
  })

  it('of which a pause leaves less than 15 s is none', () => {
    const pauseOf = (seconds: number) =>
      createEvent('p', 'pause', 10, { durationMs: seconds * second })
    expect(list([offline, pauseOf(75)])).toHaveLength(1)
    expect(list([offline, pauseOf(76)])).toEqual([])
  })

  it('includes the page that was lost with it, and the end that followed', () => {
    const refresh = createEvent('r', 'refresh', 62, { receivedAt: start + 95 * second })
    const end = endAt(95, 'Page refreshed or closed')
    expect(list([silence, refresh], { ends: [end] })).toMatchObject([{ id: 's', end }])
  })

  it('includes the end of the time', () => {
    const end = endAt(60, 'Time expired')
    expect(list([silence], { ends: [end] })).toMatchObject([{ end }])
    expect(list([silence], { ends: [endAt(200, 'Time expired')] })).toMatchObject([
      { kind: 'offline', end: null },
      { kind: 'time-up' },
    ])
  })

  it.each(['refresh', 'hidden', 'blur'] as const)(
    'explains a page that was lost in it: %s',
    (kind) => {
      expect(list([offline, createEvent('p', kind, 40)])).toMatchObject([{ kind: 'offline' }])
      expect(list([offline, createEvent('p', kind, 200)])).toHaveLength(2)
    },
  )

  it('does not hide developer tools', () => {
    const devtools = createEvent('d', 'devtools', 40)
    const found = list([silence, devtools], { ends: [endAt(40, 'Developer tools opened')] })
    expect(found.map(({ kind, end }) => [kind, end?.reason])).toEqual([
      ['offline', undefined],
      ['devtools', 'Developer tools opened'],
    ])
  })
})

describe('a violation', () => {
  it('is one incident with all events of the same moment, under the most specific kind', () => {
    const found = list([createEvent('b', 'blur', 0), createEvent('d', 'devtools', 1)], {
      ends: [endAt(1, 'Developer tools opened')],
    })
    expect(found).toMatchObject([
      { kind: 'devtools', ids: ['b', 'd', `attempt-${start + second}`], end: {} },
    ])
  })

  it('is no incident in observe mode', () => {
    expect(list([createEvent('b', 'blur', 0)], { mode: 'observe' })).toEqual([])
  })

  it('is named after the end where its report was lost', () => {
    expect(list([], { ends: [endAt(9, 'Page refreshed or closed')] })).toMatchObject([
      { id: `attempt-${start + 9 * second}`, kind: 'closed' },
    ])
  })

  it('keeps the statement about the end when its report arrives after all', () => {
    const end = endAt(9, 'Page refreshed or closed')
    const [before] = list([], { ends: [end] })
    const refresh = createEvent('r', 'refresh', 9, { receivedAt: start + 99 * second })
    const [after, ...rest] = list([refresh], { ends: [end] })
    expect(rest).toEqual([])
    expect(after?.ids).toContain(before?.id)
  })
})

describe('an expected end', () => {
  it.each([
    ['Time expired', 'time-up'],
    ['Ended by the institute', 'ended-by-staff'],
  ] as const)('is an incident of its own: %s', (reason, kind) => {
    const found = list([createEvent('b', 'back', 0)], { ends: [endAt(60, reason)], mode: 'warn' })
    expect(found).toMatchObject([
      { kind: 'back', end: null },
      { kind, at: start + 60 * second, durationMs: null, end: { reason } },
    ])
    expect(found.map((one) => isExpectedEnd(one.kind))).toEqual([false, true])
  })

  it('by staff during an outage is no consequence of the outage', () => {
    const silence = createEvent('s', 'silence', 0, { durationMs: 95 * second })
    const found = list([silence], { ends: [endAt(60, 'Ended by the institute')] })
    expect(found.map(({ kind, end }) => [kind, end !== null])).toEqual([
      ['offline', false],
      ['ended-by-staff', true],
    ])
  })
})

it('an attempt that is open on a second device is an incident, in every mode', () => {
  const elsewhere = createEvent('d', 'other-device', 30)
  for (const mode of ['strict', 'warn', 'observe'] as const)
    expect(list([elsewhere], { mode })).toMatchObject([
      { id: 'd', ids: ['d'], kind: 'two-places', at: elsewhere.at, end: null, isBrief: false },
    ])
})

it('a pause has no incidents', () => {
  const pause = createEvent('p', 'pause', 0, { durationMs: 420 * second })
  const silence = createEvent('s', 'silence', -10, { durationMs: 424 * second })
  expect(list([pause, silence, createEvent('b', 'blur', 30)])).toEqual([])
  const longer = { ...silence, durationMs: 436 * second }
  expect(list([pause, longer])).toMatchObject([{ id: 's', pauses: [{ at: start }] }])
})

describe('a brief silence', () => {
  const silence = createEvent('s', 'silence', 0, { durationMs: 100 * second })
  const isBrief = (
    events: readonly IncidentEvent[],
    options?: Parameters<typeof list>[1],
  ): boolean | undefined => list(events, options).find(({ id }) => id === 's')?.isBrief

  it('is under 3 minutes, with the same page in contact again', () => {
    expect(isBrief([silence])).toBe(true)
    expect(isBrief([{ ...silence, durationMs: 180 * second - 1 }])).toBe(true)
    expect(isBrief([{ ...silence, durationMs: 180 * second }])).toBe(false)
  })

  it('excludes devices that report being offline, and a server that was off', () => {
    expect(isBrief([silence, createEvent('o', 'offline', 4)])).toBe(false)
    expect(isBrief([{ ...silence, reportedAt: null }])).toBe(false)
  })

  it('excludes pages that were reloaded or left, and ended attempts', () => {
    expect(isBrief([silence, createEvent('r', 'resume', 100)])).toBe(false)
    expect(isBrief([silence, createEvent('h', 'hidden', 3)], { mode: 'warn' })).toBe(false)
    expect(isBrief([silence, createEvent('h', 'hidden', 3)], { mode: 'observe' })).toBe(true)
    expect(isBrief([silence], { ends: [endAt(90, 'Time expired')] })).toBe(false)
  })

  it('excludes the time of a pause', () => {
    const longer = { ...silence, durationMs: 400 * second }
    const pause = createEvent('p', 'pause', 10, { durationMs: 300 * second })
    expect(isBrief([longer, pause])).toBe(true)
  })
})

const events = fc.array(
  fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom(...incidentEventKinds),
    at: fc.integer({ min: start, max: start + 600 * second }),
    receivedAt: fc.integer({ min: start, max: start + 900 * second }),
    durationMs: fc.option(fc.integer({ min: 0, max: 200 * second })),
    reportedAt: fc.option(fc.integer({ min: start, max: start + 600 * second })),
  }),
  { maxLength: 12 },
)
const ends = fc.uniqueArray(
  fc.record({
    at: fc.integer({ min: start, max: start + 900 * second }),
    reason: fc.constantFrom<FinishReason>(
      'Time expired',
      'Auto submission',
      'Ended by the institute',
    ),
  }),
  { selector: ({ at }) => at, maxLength: 3 },
)

it('each event counts once, in any order of arrival', () => {
  fc.assert(
    fc.property(
      events,
      ends,
      fc.constantFrom<IntegrityMode>('strict', 'warn'),
      (all, ended, mode) => {
        const found = list(all, { ends: ended, mode })
        const ids = found.flatMap((incident) => incident.ids)
        expect(new Set(ids).size).toBe(ids.length)
        expect(list(all.toReversed(), { ends: ended.toReversed(), mode })).toEqual(found)
        for (const { durationMs } of found) expect(durationMs ?? 1).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

it('no silence is brief that took three minutes, ended an attempt or lost the page', () => {
  const timed = fc.array(
    fc.record({
      kind: fc.constantFrom('silence', 'resume', 'offline', 'hidden', 'refresh'),
      seconds: fc.integer({ min: 0, max: 900 }),
      length: fc.integer({ min: 61, max: 400 }),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(timed, ends, (all, ended) => {
      const recorded = all.map(({ kind, seconds, length }, place) =>
        createEvent(`e${place}`, kind as IncidentEvent['kind'], seconds, {
          durationMs: kind === 'silence' || kind === 'offline' ? length * second : null,
        }),
      )
      for (const { isBrief, kind, at, durationMs, end, ids } of list(recorded, { ends: ended })) {
        const own = recorded.filter(({ id }) => ids.includes(id))
        const isHarmless =
          kind === 'offline' &&
          end === null &&
          (durationMs ?? 0) < 180 * second &&
          own.every((event) => event.kind === 'silence') &&
          !recorded.some(
            (event) =>
              event.kind !== 'silence' &&
              event.kind !== 'offline' &&
              event.at >= at &&
              event.at <= at + (durationMs ?? 0) + 60 * second,
          )
        expect(isBrief).toBe(isHarmless)
      }
    }),
  )
})
