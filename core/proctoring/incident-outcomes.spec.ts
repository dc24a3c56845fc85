import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Attempt, type FinishReason, isOver, reopen } from '../attempts/attempt.ts'
import { graceMs, toDeadline } from '../attempts/deadline.ts'
import { getDeadlineFrom, pause } from '../attempts/pause.ts'
import { isRefusal } from '../refusal.ts'
import {
  canRevert,
  computeTimeLeftMs,
  computeTimeLostMs,
  findMisfit,
  getStatementDeadline,
  giveTimeBack,
  type IncidentAttempt,
  isDecided,
  outcomes,
  proposeOutcome,
} from './incident-outcomes.ts'
import type { Incident } from './incidents.ts'

const second = 1_000
const minute = 60 * second
const startedAt = 1_000_000
const endsAt = startedAt + 30 * minute
const cutAt = startedAt + 10 * minute
const now = cutAt + 3 * minute

const attempt: IncidentAttempt = {
  startedAt,
  ...toDeadline(endsAt),
  clockStartsAt: null,
  pausedAt: null,
  pausedMs: 0,
  finishedAt: null,
  finishReason: null,
  seed: 1,
  shuffleOptions: false,
  answers: {},
  isVoid: false,
  isAnotherRunning: false,
}
const endedAt = (finishedAt: number, finishReason: FinishReason): IncidentAttempt => ({
  ...attempt,
  finishedAt,
  finishReason,
})
const outage: Incident = {
  id: 'o',
  ids: ['o'],
  kind: 'offline',
  at: cutAt,
  receivedAt: cutAt,
  durationMs: 94 * second,
  end: null,
  isBrief: false,
  pauses: [],
}
const closed = { ...outage, kind: 'closed', durationMs: null } as const satisfies Incident

describe('the time that an outage took', () => {
  it('is its length while the attempt runs', () => {
    expect(computeTimeLostMs(outage, attempt, now)).toBe(94 * second)
  })

  it('is the part before the end: the attempt continues with the time left at its start', () => {
    const ended = endedAt(cutAt + 62 * second, 'Page refreshed or closed')
    const incident = {
      ...outage,
      end: { at: cutAt + 62 * second, reason: 'Page refreshed or closed' as const },
    }
    expect(computeTimeLostMs(incident, ended, now)).toBe(62 * second)
    expect(computeTimeLeftMs(incident, ended, now)).toBe(20 * minute)
  })

  it('excludes a pause, which has moved the deadline already', () => {
    const pause = { at: cutAt + 20 * second, endedAt: cutAt + 60 * second }
    expect(computeTimeLostMs({ ...outage, pauses: [pause] }, attempt, now)).toBe(54 * second)
    const lasting = { at: cutAt + 20 * second, endedAt: null }
    expect(computeTimeLostMs({ ...outage, pauses: [lasting] }, attempt, now)).toBe(20 * second)
  })

  it('excludes time in which the clock did not run', () => {
    const late = { ...outage, at: endsAt - 30 * second }
    const expired = endedAt(endsAt, 'Time expired')
    expect(computeTimeLostMs(late, expired, endsAt + minute)).toBe(30 * second)
    expect(computeTimeLostMs(closed, attempt, now)).toBe(0)
  })
})

describe('the proposed outcome', () => {
  it.each([
    ['reopened', outage, attempt, null],
    ['reopened', closed, attempt, 'running'],
    ['reopened', closed, endedAt(cutAt, 'Auto submission'), null],
    ['reopened', outage, endedAt(now, 'Completed'), 'finished'],
    ['reopened', outage, endedAt(now, 'Ended by the institute'), 'finished'],
    ['reopened', closed, endedAt(endsAt, 'Time expired'), 'no-time-left'],
    ['reopened', closed, { ...endedAt(cutAt, 'Auto submission'), isVoid: true }, 'void'],
    [
      'reopened',
      closed,
      { ...endedAt(cutAt, 'Auto submission'), isAnotherRunning: true },
      'another-running',
    ],
    ['voided', closed, attempt, 'running'],
    ['voided', closed, endedAt(cutAt, 'Auto submission'), null],
    ['voided', closed, { ...endedAt(cutAt, 'Auto submission'), isVoid: true }, 'void'],
    ['kept', closed, attempt, 'running'],
    ['new-attempt', closed, attempt, 'running'],
    ['new-attempt', closed, endedAt(cutAt, 'Auto submission'), null],
    ['no-consequence', closed, attempt, null],
  ] as const)('%s', (outcome, incident, state, misfit) => {
    expect(findMisfit(outcome, incident, state, now)).toBe(misfit)
  })

  it('is proposed only where it gives time, and never takes any', () => {
    expect(proposeOutcome(outage, attempt, now)).toBe('reopened')
    expect(proposeOutcome(closed, attempt, now)).toBeNull()
    const states = fc.record({
      finishedAt: fc.option(fc.integer({ min: startedAt, max: endsAt })),
      isVoid: fc.boolean(),
      isAnotherRunning: fc.boolean(),
    })
    fc.assert(
      fc.property(states, fc.integer({ min: 0, max: 30 * minute }), (state, durationMs) => {
        const reason = state.finishedAt === null ? null : ('Auto submission' as const)
        const changed: IncidentAttempt = { ...attempt, ...state, finishReason: reason }
        const incident = { ...outage, durationMs }
        const proposed = proposeOutcome(incident, changed, now)
        if (proposed === null) return
        expect(proposed).toBe('reopened')
        expect(computeTimeLeftMs(incident, changed, now)).toBeGreaterThan(0)
        expect(
          outcomes.filter((one) => findMisfit(one, incident, changed, now) === null),
        ).toContain(proposed)
      }),
    )
  })

  it('never gives back more than was left at the start of the outage', () => {
    const state = fc.record({
      length: fc.integer({ min: 1, max: 25 * minute }),
      end: fc.integer({ min: 0, max: 20 * minute }),
    })
    fc.assert(
      fc.property(state, ({ length, end }) => {
        const ended: Attempt = endedAt(cutAt + end, 'Auto submission')
        const incident = {
          ...outage,
          durationMs: length,
          end: { at: cutAt + end, reason: 'Auto submission' as const },
        }
        const leftMs = computeTimeLeftMs(incident, ended, endsAt + minute)
        expect(leftMs).toBeLessThanOrEqual(endsAt - cutAt)
        if (end <= length) expect(leftMs).toBe(endsAt - cutAt)
      }),
    )
  })
})

describe('every outcome in every state of the attempt', () => {
  const running = { ...attempt, endsAt: now + 10 * minute, closesAt: now + 10 * minute + graceMs }
  const ended = reopenedFrom(endedAt(cutAt + 62 * second, 'Auto submission'))
  const states = {
    running,
    paused: { ...attempt, ...expectAttempt(pause(running, now - minute)) },
    waiting: ended,
    'paused while it waits': { ...attempt, ...expectAttempt(pause(ended, now - second)) },
    ended: endedAt(cutAt + 62 * second, 'Auto submission'),
    finished: endedAt(cutAt + 62 * second, 'Completed'),
    'ended by staff': endedAt(cutAt + 62 * second, 'Ended by the institute'),
    void: { ...endedAt(cutAt + 62 * second, 'Auto submission'), isVoid: true },
    'ended beside a new one': {
      ...endedAt(cutAt + 62 * second, 'Auto submission'),
      isAnotherRunning: true,
    },
  } satisfies Record<string, IncidentAttempt>
  const names = Object.keys(states) as (keyof typeof states)[]

  it.each([
    ['no-consequence', names],
    ['reopened', ['running', 'paused', 'waiting', 'paused while it waits', 'ended']],
    ['new-attempt', ['ended', 'finished', 'ended by staff', 'void']],
    ['kept', ['ended', 'finished', 'ended by staff', 'ended beside a new one']],
    ['voided', ['ended', 'finished', 'ended by staff', 'ended beside a new one']],
  ] as const)('%s fits %j', (outcome, fitting) => {
    const found = names.filter((name) => findMisfit(outcome, outage, states[name], now) === null)
    expect(found).toEqual(fitting)
  })

  const moment = fc.record({
    name: fc.constantFrom(...names),
    outageMs: fc.integer({ min: 15 * second, max: 3 * minute }),
    laterMs: fc.nat(9 * minute),
  })

  it('gives back exactly the lost time, in every state of the clock', () => {
    fc.assert(
      fc.property(moment, ({ name, outageMs, laterMs }) => {
        const before = states[name]
        const at = now + laterMs
        const pausedAt = before.pausedAt
        const pauses = pausedAt === null ? [] : [{ at: pausedAt, endedAt: null }]
        const incident = { ...outage, durationMs: outageMs, pauses }
        if (findMisfit('reopened', incident, before, at) !== null) return
        const lostMs = computeTimeLostMs(incident, before, at)
        const after = giveTimeBack(before, lostMs, at)
        if (isRefusal(after)) throw new Error(`${name} was refused`)
        expect(countLeft(after.attempt, at)).toBe(countLeft(before, at) + lostMs)
        expect(computeTimeLeftMs(incident, before, at)).toBe(countLeft(after.attempt, at))
        expect(after.isReopened).toBe(name === 'ended')
        expect(after.attempt).toMatchObject({ pausedAt, answers: before.answers })
        expect(isOver(after.attempt, at)).toBe(false)
      }),
    )
  })

  it('can be reverted only where it has changed no time and granted nothing', () => {
    expect(outcomes.filter(canRevert)).toEqual(['no-consequence', 'kept', 'voided'])
  })
})

const countLeft = (one: Attempt, at: number) =>
  one.finishedAt === null ? getDeadlineFrom(one, at) - at : one.endsAt - one.finishedAt

function reopenedFrom(ended: IncidentAttempt): IncidentAttempt {
  return { ...ended, ...expectAttempt(reopen(ended, 0, now - 2 * second)) }
}

/** Fails the spec on a refusal. */
function expectAttempt<A extends Attempt>(result: A | { refused: string }): A {
  if ('refused' in result) throw new Error(`Refused: ${result.refused}`)
  return result
}

it('a student may write for 24 h after the end', () => {
  const day = 24 * 60 * minute
  expect(getStatementDeadline(closed)).toBe(cutAt + day)
  expect(getStatementDeadline(outage)).toBe(cutAt + 94 * second + day)
})

it('an incident that ended the attempt after its decision is open again', () => {
  const end = { at: now, reason: 'Auto submission' as const }
  expect(isDecided(closed, now)).toBe(true)
  expect(isDecided(closed, null)).toBe(false)
  expect(isDecided({ end }, now - 1)).toBe(false)
  expect(isDecided({ end }, now)).toBe(true)
})
