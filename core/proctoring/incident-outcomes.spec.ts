import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt, FinishReason } from '../attempts/attempt.ts'
import { toDeadline } from '../attempts/deadline.ts'
import {
  computeTimeLeftMs,
  computeTimeLostMs,
  findMisfit,
  getStatementDeadline,
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
  ...{
    startedAt,
    ...toDeadline(endsAt),
    clockStartsAt: null,
    pausedAt: null,
    pausedMs: 0,
    finishedAt: null,
    finishReason: null,
  },
  ...{ seed: 1, shuffleOptions: false, answers: {}, isVoid: false, isAnotherRunning: false },
}
const endedAt = (finishedAt: number, finishReason: FinishReason): IncidentAttempt => ({
  ...attempt,
  ...{ finishedAt, finishReason },
})
const outage: Incident = {
  ...{ id: 'o', ids: ['o'], kind: 'offline', at: cutAt, receivedAt: cutAt },
  ...{ durationMs: 94 * second, end: null, pauses: [] },
}
const closed = { ...outage, kind: 'closed', durationMs: null } as const satisfies Incident

describe('the time that an outage took', () => {
  it('is its length while the attempt runs', () => {
    expect(computeTimeLostMs(outage, attempt, now)).toBe(94 * second)
  })

  it('is the part before the end: the attempt goes on with what was left at the start', () => {
    const ended = endedAt(cutAt + 62 * second, 'Page refreshed or closed')
    const incident = {
      ...outage,
      end: { at: cutAt + 62 * second, reason: 'Page refreshed or closed' as const },
    }
    expect(computeTimeLostMs(incident, ended, now)).toBe(62 * second)
    expect(computeTimeLeftMs(incident, ended, now)).toBe(20 * minute)
  })

  it('is nothing of a pause, which has moved the deadline already', () => {
    const pause = { at: cutAt + 20 * second, endedAt: cutAt + 60 * second }
    expect(computeTimeLostMs({ ...outage, pauses: [pause] }, attempt, now)).toBe(54 * second)
    const lasting = { at: cutAt + 20 * second, endedAt: null }
    expect(computeTimeLostMs({ ...outage, pauses: [lasting] }, attempt, now)).toBe(20 * second)
  })

  it('is nothing that the clock did not run for', () => {
    const late = { ...outage, at: endsAt - 30 * second }
    const expired = endedAt(endsAt, 'Time expired')
    expect(computeTimeLostMs(late, expired, endsAt + minute)).toBe(30 * second)
    expect(computeTimeLostMs(closed, attempt, now)).toBe(0)
  })
})

describe('what may follow', () => {
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

  it('is proposed only where it gives, and never takes', () => {
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

it('lets a student write for 24 h after the end', () => {
  const day = 24 * 60 * minute
  expect(getStatementDeadline(closed)).toBe(cutAt + day)
  expect(getStatementDeadline(outage)).toBe(cutAt + 94 * second + day)
})

it('opens an incident again that ended the attempt after it was decided', () => {
  const end = { at: now, reason: 'Auto submission' as const }
  expect(isDecided(closed, now)).toBe(true)
  expect(isDecided(closed, null)).toBe(false)
  expect(isDecided({ end }, now - 1)).toBe(false)
  expect(isDecided({ end }, now)).toBe(true)
})
