import { describe, expect } from 'vitest'
import { type Event, refuse } from '#test/quiz-session-calls.ts'
import {
  askAtEnd,
  at,
  choice,
  chosen,
  follow,
  type StepRow,
  testSteps,
  wait,
} from '#test/quiz-session-steps.ts'
import type { CallFailure, ReportOutcome } from './events.ts'

const observed = { kind: 'hidden', at } as const

const see = (seen: object): Event => ({ type: 'observed', observed: { ...observed, ...seen } })

const sent = { type: 'send-report', id: 1, observed, answers: [choice] } as const

const pending = { ...sent, failures: 0, state: 'sending' } as const

const paused = { pause: { since: 1, reason: null, leftMs: 1, takenUntil: 3 }, isWatched: false }

const forget = { type: 'forget-report', observed }

const asksHow = {
  phase: {
    at: 'sending',
    step: 'asking-clock',
    isOffline: false,
    ending: expect.objectContaining({ isOutcome: true, resumesAs: 'open', turn: 1 }),
  },
  lastTurn: 1,
}

const temporary: readonly (readonly [CallFailure, number])[] = [
  [{ kind: 'offline' }, 1000],
  [refuse('busy', 3000), 3750],
]

describe('a report', () => {
  const reporting = follow(chosen, see({}))
  const taken = (outcome: Partial<ReportOutcome>, seen = {}): Event => ({
    type: 'report-taken',
    sent: { ...sent, observed: { ...observed, ...seen } },
    outcome: { violations: 1, remaining: 1, finished: false, ...outcome },
  })
  const fail = (failure: CallFailure, id = 1): Event => ({
    type: 'report-failed',
    sent: { ...sent, id },
    failure,
  })
  const pausing = follow(reporting, fail({ kind: 'offline' }))
  const again = { reports: [{ ...pending, failures: 1 }] }
  const brief = { durationMs: 3 }
  const warn = { type: 'warning', kind: 'hidden', violations: 1, remaining: 1 }

  testSteps([
    [
      'is stored and sent with the choice',
      chosen,
      see({}),
      { reports: [pending], lastReportId: 1 },
      [{ type: 'store-report', report: { observed, unsubmitted: choice } }, sent],
    ],
    ['is none in a pause', { ...chosen, ...paused }, see({}), {}, []],
    [
      'of a length is sent in a pause, too, without the choice',
      { ...chosen, ...paused },
      see(brief),
      {
        reports: [{ ...pending, observed: { ...observed, ...brief }, answers: [] }],
        lastReportId: 1,
      },
      [
        {
          type: 'store-report',
          report: { observed: { ...observed, ...brief }, unsubmitted: null },
        },
        { ...sent, observed: { ...observed, ...brief }, answers: [] },
      ],
    ],
    [
      'warns',
      reporting,
      taken({}),
      { reports: [] },
      [forget, { type: 'show-message', message: warn }],
    ],
    [
      'of no violation warns of nothing',
      reporting,
      taken({}, { kind: 'offline' }),
      { reports: [] },
      [{ ...forget, observed: { ...observed, kind: 'offline' } }],
    ],
    [
      'warns of nothing where all is allowed',
      reporting,
      taken({ remaining: null }),
      { reports: [] },
      [forget],
    ],
    [
      'of a length warns of nothing',
      reporting,
      taken({}, brief),
      { reports: [] },
      [{ ...forget, observed: { ...observed, ...brief } }],
    ],
    [
      'that ended the attempt asks how',
      reporting,
      taken({ finished: true }),
      { ...asksHow, reports: [{ ...pending, state: 'reported' }] },
      [forget, askAtEnd],
    ],
    ...[...temporary, [refuse('not-signed-in'), 1000] as const].map(
      ([failure, ms]): StepRow => [
        `waits: ${JSON.stringify(failure)}`,
        reporting,
        fail(failure),
        {
          reports: [{ ...pending, failures: 1, state: 'pausing' }],
          ...('code' in failure && failure.code !== 'busy' && { isLoggedOut: true }),
        },
        [wait('report 1', ms)],
      ],
    ),
    ['is given up', reporting, fail(refuse('fault')), { reports: [] }, []],
    [
      'is kept where an earlier reply may have been lost',
      follow(pausing, { type: 'waited', timer: 'report 1' }),
      fail(refuse('fault')),
      { reports: [{ ...pending, failures: 1, state: 'reported' }] },
      [],
    ],
    ['fails that is unknown', reporting, fail({ kind: 'offline' }, 9), {}, []],
    ['is sent again', pausing, { type: 'waited', timer: 'report 1' }, again, [sent]],
    [
      'is not sent again by another’s timer',
      pausing,
      { type: 'waited', timer: 'report 2' },
      {},
      [],
    ],
    [
      'is sent again by a page that starts',
      pausing,
      { type: 'started' },
      { ...again, clockReceivedAt: at },
      [wait('poll', 6750), sent],
    ],
  ])
})
