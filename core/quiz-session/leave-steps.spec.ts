import { describe } from 'vitest'
import type { Event } from '#test/quiz-session-calls.ts'
import {
  at,
  choice,
  chosen,
  follow,
  open,
  type Session,
  type StepRow,
  testSteps,
  wait,
} from '#test/quiz-session-steps.ts'

const observed = { kind: 'hidden', at } as const

const sent = { type: 'send-report', id: 1, observed, answers: [choice] } as const

const pending = { ...sent, failures: 0, state: 'sending' } as const

const paused = { pause: { since: 1, reason: null, leftMs: 1, takenUntil: 3 }, isWatched: false }

describe('a page that is left', () => {
  const leave: Event = { type: 'page-hidden' }
  const reload = { kind: 'refresh', at }
  const report = { ...pending, observed: reload, state: 'reported' }
  const last = { type: 'send-last', answers: [], report: null, finish: null }
  const store = { type: 'store-report', report: { observed: reload, unsubmitted: choice } }
  const withReport = { ...last, report: { observed: reload, answers: [choice] } }
  const waiting = [3, 4].map((sequence) => ({ questionId: `q${sequence}`, answer: 1, sequence }))
  const [free] = waiting
  const answering = (session: Session): Session => ({
    ...session,
    queue: {
      ...session.queue,
      sending: 3,
      waiting: waiting.map((one) => ({ ...one, place: 'device' })),
    },
  })

  testSteps([
    ['reports it', chosen, leave, { reports: [report], lastReportId: 1 }, [store, withReport]],
    [
      'sends its answers, too',
      answering(chosen),
      leave,
      { reports: [{ ...report, answers: [...waiting, choice] }], lastReportId: 1 },
      [
        store,
        { ...last, answers: waiting, report: { observed: reload, answers: [...waiting, choice] } },
      ],
    ],
    [
      'ends a strict exam',
      { ...answering(chosen), mode: 'strict' },
      leave,
      {
        reports: [{ ...report, answers: [...waiting, choice] }],
        lastReportId: 1,
        queue: { isClosed: true },
      },
      [store, { ...last, report: { observed: reload, answers: [...waiting, choice] } }],
    ],
    [
      'only sends its answers before it is watched',
      { ...answering(chosen), isWatched: false },
      leave,
      {},
      [{ ...last, answers: waiting }],
    ],
    [
      'sends none that a pause holds',
      { ...answering(chosen), ...paused },
      leave,
      {},
      [{ ...last, answers: [free] }],
    ],
    [
      'repeats an end',
      follow(chosen, { type: 'time-over' }),
      leave,
      { endCalls: [[choice]] },
      [{ ...last, finish: [choice] }],
    ],
  ])

  const createReturn = (title: string, leftAt: number, durationMs: number): StepRow => {
    const left = { ...open, warnings: { ...open.warnings, leftAt } }
    const back = { kind: 'refresh', at: leftAt, durationMs }
    return [
      title,
      left,
      { type: 'started' },
      {
        clockReceivedAt: at,
        reports: [{ ...pending, observed: back, answers: [] }],
        lastReportId: 1,
        warnings: { leftAt: null },
      },
      [
        wait('poll', 6750),
        { type: 'store-report', report: { observed: back, unsubmitted: null } },
        { ...sent, observed: back, answers: [] },
      ],
    ]
  }

  testSteps([
    createReturn('says for how long when it is back', at - 2500, 2500),
    createReturn('was away for no less than nothing', at + 5, 0),
  ])
})
