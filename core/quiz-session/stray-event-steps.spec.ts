import { describe, expect } from 'vitest'
import { type Event, refuse } from '#test/quiz-session-calls.ts'
import {
  addMinutes,
  ask,
  askAtEnd,
  at,
  choice,
  chosen,
  endsAt,
  follow,
  load,
  older,
  open,
  type Session,
  step,
  testSteps,
  toKey,
  wait,
} from '#test/quiz-session-steps.ts'

const loaded: Event = { type: 'answers-loaded', sent: load, answers: [] }

const silent: Event = { type: 'clock-failed', sent: askAtEnd }

const clock = (parts: object = {}, sent: object = ask): Event =>
  ({ type: 'clock-received', sent, clock: { isRunning: true, endsAt, ...parts } }) as Event

const received = { repliedAt: at, clockReceivedAt: at }

const expired = follow(chosen, { type: 'time-over' })

const asking = follow(expired, { type: 'waited', timer: 'end' })

const loading = follow(asking, silent)

const calling = follow(loading, loaded)

const answered: Session = {
  ...open,
  questionId: undefined,
  queue: { ...open.queue, saved: ['q1', 'q2', 'q3'] },
}

const sent = {
  type: 'send-end',
  turn: 1,
  kind: 'finished',
  observed: null,
  answers: [older],
  timeoutMs: 30_000,
} as const

const taken = (finishReason: string): Event => ({ type: 'end-taken', sent, finishReason })

describe('the clock', () => {
  const late = at + 60_000

  testSteps([
    [
      'is not asked while an end is sent',
      expired,
      { type: 'waited', timer: 'poll' },
      {},
      [wait('poll', 6750)],
    ],
    [
      'tells of an answer that is known here',
      { ...open, questionId: 'q2', queue: { ...open.queue, saved: ['q1'] } },
      clock({ elsewhere: { isActive: true, answered: ['q1'] } }),
      { ...received, isOpenElsewhere: true },
      [],
    ],
    [
      'has no shift where no change of time was counted',
      { ...open, repliedAt: at },
      clock({ endsAt: endsAt + 60_000 }),
      { repliedAt: late, clockReceivedAt: late, endsAt: endsAt + 60_000 },
      [addMinutes(1)],
      late,
    ],
  ])
})

describe('an end', () => {
  const failed = follow(follow(answered, { type: 'submitted' }, loaded), {
    type: 'end-failed',
    sent,
    failure: refuse('fault'),
  })
  const asksHow = follow(open, clock({ isRunning: false }))
  const pause = { since: at, reason: null, leftMs: 1000 }
  const inStep = (session: Session, step: string, parts: object = {}) => ({
    phase: { ...session.phase, step, ...parts },
  })

  testSteps([
    [
      'of the time replaces a finish that failed',
      failed,
      { type: 'time-over' },
      {
        phase: {
          at: 'sending',
          step: 'waiting',
          isOffline: false,
          ending: expect.objectContaining({ kind: 'expired', resumesAs: 'finished', turn: 2 }),
        },
        lastTurn: 2,
      },
      [wait('end', 500)],
    ],
    ['hears of no clock while the quiz is open', open, silent, {}, []],
    ['hears of no clock before it asks', expired, silent, {}, []],
    ['hears of no clock after it asked', loading, silent, {}, []],
    ['has nothing to load while the quiz is open', open, loaded, {}, []],
    ['is sent once', calling, loaded, {}, []],
    [
      'goes on without more time, also where it came early',
      asking,
      clock({}, askAtEnd),
      { ...inStep(asking, 'loading'), ...received },
      [load],
    ],
    [
      'has no time left at the deadline itself',
      asksHow,
      clock({}, askAtEnd),
      { ...inStep(asksHow, 'loading'), repliedAt: endsAt, clockReceivedAt: endsAt },
      [load],
      endsAt,
    ],
    [
      'on its way is not undone by a pause',
      calling,
      clock({ pause }),
      { ...received, pause: expect.anything(), isWatched: false },
      [],
    ],
    [
      'not yet on its way is undone by a pause',
      loading,
      clock({ pause }),
      { ...received, phase: { at: 'open' }, pause: expect.anything(), isWatched: false },
      [],
    ],
  ])
})

describe('an end of a report', () => {
  const observed = { kind: 'hidden', at } as const
  const reporting = follow(chosen, { type: 'observed', observed })
  const waiting: Session = {
    ...open,
    queue: {
      ...open.queue,
      waiting: [
        { ...older, place: 'device' },
        { ...choice, place: 'memory' },
      ],
    },
  }
  const reported: Session = {
    ...waiting,
    reports: [
      {
        type: 'send-report',
        id: 1,
        observed,
        answers: [older, choice],
        failures: 0,
        state: 'sending',
      },
    ],
  }
  const ended = (notTaken: readonly string[], saved: readonly string[]) => ({
    phase: expect.objectContaining({ at: 'ended', notTaken }),
    queue: expect.objectContaining(saved.length > 0 ? { saved } : {}),
  })
  const clear = (...answers: readonly object[]) => [
    { type: 'clear-attempt', answers },
    { type: 'broadcast', message: { type: 'ended', taken: answers } },
  ]
  const outcome = { violations: 1, remaining: 1, finished: true } as const
  const over = step(reporting, taken('Completed')).session

  testSteps([
    [
      'takes what the report took along; the device forgets only what it has',
      reported,
      taken('Auto submission'),
      ended([], ['q2', 'q1']),
      clear(toKey(older)),
    ],
    [
      'takes nothing where events end nothing',
      { ...reported, mode: 'observe' },
      taken('Auto submission'),
      ended(['q2', 'q1'], []),
      [...clear(), { type: 'send-late', answers: [older, choice] }],
    ],
    [
      'is known: a report that arrives later is forgotten',
      over,
      {
        type: 'report-taken',
        sent: { type: 'send-report', id: 1, observed, answers: [] },
        outcome,
      },
      { reports: [] },
      [{ type: 'forget-report', observed }],
    ],
  ])
})
