import { describe, expect, it } from 'vitest'
import { type Effect, type Event, refuse } from '#test/quiz-session-calls.ts'
import {
  ask,
  at,
  choice,
  chosen,
  ending,
  follow,
  type Session,
  sending,
  step,
  testSteps,
} from '#test/quiz-session-steps.ts'

describe('an end that was forced', () => {
  const strict: Session = { ...chosen, mode: 'strict' }
  const observed = { kind: 'hidden', at } as const
  const see = (kind: 'hidden' | 'offline' | 'blur'): Event => ({
    type: 'observed',
    observed: { kind, at },
  })
  const forced = follow(strict, see('hidden'))
  const sent = {
    type: 'send-end',
    turn: 1,
    kind: 'forced',
    observed,
    answers: [choice],
    timeoutMs: 30_000,
  } as const satisfies Effect
  const report = (seen: object, unsubmitted: object | null, answers: readonly object[]) => ({
    changes: {
      reports: [
        { type: 'send-report', id: 1, observed: seen, answers, failures: 0, state: 'sending' },
      ],
      lastReportId: 1,
    },
    effects: [
      { type: 'store-report', report: { observed: seen, unsubmitted } },
      { type: 'send-report', id: 1, observed: seen, answers },
    ],
  })
  const brief = { ...observed, durationMs: 50 }
  const lost = { kind: 'offline', at }

  testSteps([
    [
      'is sent at once with the choice',
      strict,
      see('hidden'),
      {
        ...sending('calling', { ...ending, kind: 'forced', observed, resumesAs: null }),
        lastTurn: 1,
        endCalls: [[choice]],
        queue: { isClosed: true },
      },
      [{ type: 'store-report', report: { observed, unsubmitted: choice } }, sent],
    ],
    [
      'comes of nothing before the page was watched',
      { ...strict, isWatched: false },
      see('hidden'),
      {},
      [],
    ],
    [
      'comes of no lost connection',
      strict,
      see('offline'),
      report(lost, choice, [choice]).changes,
      report(lost, choice, [choice]).effects,
    ],
    ['comes once', forced, see('blur'), {}, []],
    [
      'has a length',
      forced,
      { type: 'observed', observed: brief },
      report(brief, choice, [choice]).changes,
      report(brief, choice, [choice]).effects,
    ],
    [
      'is its own by its reason',
      forced,
      { type: 'end-taken', sent, finishReason: 'Developer tools opened' },
      {
        phase: {
          at: 'ended',
          finishReason: 'Developer tools opened',
          isLate: true,
          notTaken: ['q1'],
          late: { step: 'idle', failures: 0, kept: [], declined: [] },
        },
        queue: { waiting: [{ ...choice, place: 'writing' }] },
      },
      [
        { type: 'clear-attempt', answers: [] },
        { type: 'broadcast', message: { type: 'ended', taken: [] } },
        { type: 'forget-report', observed },
        { type: 'store-answer', answer: choice },
      ],
    ],
    [
      'is undone by a pause',
      forced,
      { type: 'end-failed', sent, failure: refuse('attempt-paused') },
      {
        phase: { at: 'open' },
        pause: { since: at, reason: null, leftMs: 600_000, takenUntil: at - 1 },
        isWatched: false,
        queue: { isClosed: false },
      },
      [{ type: 'forget-report', observed }, ask],
    ],
  ])

  it('saves the choice if its reason is its own', () => {
    const { session } = step(forced, { type: 'end-taken', sent, finishReason: 'Auto submission' })
    expect(session).toMatchObject({
      queue: { saved: ['q1'], waiting: [] },
      phase: { isLate: false },
    })
  })
})
