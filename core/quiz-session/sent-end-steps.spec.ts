import { describe } from 'vitest'
import { type Event, refuse } from '#test/quiz-session-calls.ts'
import {
  ask,
  askAtEnd,
  at,
  choice,
  chosen,
  ending,
  endsAt,
  follow,
  load,
  older,
  online,
  open,
  type Session,
  type StepRow,
  sending,
  step,
  submitted,
  testSteps,
  toKey,
  wait,
  waited,
} from '#test/quiz-session-steps.ts'
import type { CallFailure } from './events.ts'

describe('an end that was sent', () => {
  const expired = follow(chosen, { type: 'time-over' }, waited, {
    type: 'clock-failed',
    sent: askAtEnd,
  })
  const { session: calling, effects } = step(
    expired,
    { type: 'answers-loaded', sent: load, answers: [older] },
    endsAt,
  )
  const [sent] = effects.filter((effect) => effect.type === 'send-end')
  if (!sent) throw new Error('No end was sent')
  const moment = endsAt + 700
  const taken = (finishReason: string, notTaken?: string[]): Event => ({
    type: 'end-taken',
    sent,
    finishReason,
    notTaken,
  })
  const ended = (finishReason: string, ...notTaken: readonly string[]) => ({
    at: 'ended',
    finishReason,
    isLate: notTaken.length > 0,
    notTaken,
    late: { step: 'idle', failures: 0, kept: [], declined: [] },
  })
  const clear = (...answers: readonly object[]) => [
    { type: 'clear-attempt', answers },
    { type: 'broadcast', message: { type: 'ended', taken: answers } },
  ]
  const stored = { waiting: [{ ...choice, place: 'writing' }] }
  const store = { type: 'store-answer', answer: choice }

  testSteps(
    [
      [
        'takes all answers',
        calling,
        taken('Time expired'),
        { phase: ended('Time expired'), queue: { saved: ['q2', 'q1'], isClosed: true } },
        clear(toKey(older), toKey(choice)),
      ],
      [
        'keeps those on the device that were not taken',
        calling,
        taken('Time expired', ['q1']),
        { phase: ended('Time expired', 'q1'), queue: { ...stored, saved: ['q2'], isClosed: true } },
        [...clear(toKey(older)), store],
      ],
      [
        'takes none where another window may have ended it',
        { ...calling, wasShared: true },
        taken('Time expired'),
        { phase: ended('Time expired', 'q1'), queue: { ...stored, isClosed: true } },
        [...clear(), store],
      ],
      [
        'takes none where somebody else ended it',
        calling,
        taken('Ended by staff'),
        { phase: ended('Ended by staff', 'q1'), queue: { ...stored, isClosed: true } },
        [...clear(), store],
      ],
      [
        'is taken once',
        step(calling, taken('Time expired'), moment).session,
        taken('Completed'),
        {},
        [],
      ],
    ],
    moment,
  )

  const failed = { ...ending, unsubmitted: null, failures: 1 }
  const fail = (failure: CallFailure, turn = 1): Event => ({
    type: 'end-failed',
    sent: { ...sent, turn },
    failure,
  })
  const offline = fail({ kind: 'offline' })
  const inPhase = (ending: object, isTriedAgain: boolean) => ({
    phase: { at: 'failed', ending: { ...ending, hasFailed: true }, isTriedAgain },
  })
  const retry = { ...failed, failures: 0, turn: 2, hasFailed: true }
  const later = step(calling, fail(refuse('fault')), moment).session
  const never = step(calling, fail(refuse('invalid-input')), moment).session

  testSteps(
    [
      [
        'waits while offline',
        calling,
        offline,
        { phase: { ...sending('waiting', failed).phase, isOffline: true }, queue: stored },
        [wait('end', 1000), store],
      ],
      [
        'waits for a busy server',
        calling,
        fail(refuse('busy', 3000)),
        { ...sending('waiting', failed), queue: stored },
        [wait('end', 3750), store],
      ],
      [
        'waits for a login',
        calling,
        fail(refuse('not-signed-in')),
        { ...sending('waiting', failed), isLoggedOut: true, queue: stored },
        [wait('end', 1000), store],
      ],
      [
        'fails',
        calling,
        fail(refuse('fault')),
        { ...inPhase(failed, true), queue: stored },
        [wait('end', 1000), store],
      ],
      ...['attempt-not-found', 'invalid-input'].map(
        (code): StepRow => [
          `fails for good: ${code}`,
          calling,
          fail(refuse(code)),
          { ...inPhase(failed, false), queue: stored },
          [store],
        ],
      ),
      ['has been replaced', calling, fail(refuse('fault'), 2), {}, []],
      ['has been replaced before a pause', calling, fail(refuse('attempt-paused'), 2), {}, []],
      [
        'meets a pause',
        calling,
        fail(refuse('attempt-paused')),
        {
          phase: { at: 'open' },
          pause: { since: moment, reason: null, leftMs: 0, takenUntil: moment - 1 },
          isWatched: false,
          endCalls: [],
        },
        [ask],
      ],
      [
        'is tried again after a while',
        later,
        waited,
        sending('asking-clock', { ...failed, hasFailed: true }),
        [askAtEnd],
      ],
      [
        'is tried again once online',
        later,
        online,
        sending('asking-clock', { ...failed, hasFailed: true }),
        [askAtEnd],
      ],
      ['is no end of the time', later, { type: 'time-over' }, {}, []],
      [
        'is tried again by a press',
        later,
        submitted,
        { ...sending('asking-clock', retry), lastTurn: 2 },
        [{ ...askAtEnd, turn: 2 }],
      ],
      ['is never tried again by itself', never, waited, {}, []],
      [
        'is tried again by a press even then',
        never,
        submitted,
        { ...sending('asking-clock', retry), lastTurn: 2 },
        [{ ...askAtEnd, turn: 2 }],
      ],
    ],
    moment,
  )

  const lateSent = { type: 'send-late', answers: [choice] } as const
  const byStaff = step(calling, taken('Ended by staff'), moment).session
  const lateStored: Event = {
    type: 'answer-stored',
    sent: { type: 'store-answer', answer: choice },
    sequence: at,
  }
  const late = (parts: object) => ({
    phase: {
      ...ended('Ended by staff', 'q1'),
      late: { step: 'calling', failures: 0, kept: [], declined: [], ...parts },
    },
  })
  const before = { failures: 2, kept: ['q3'], declined: ['q2'] }
  const lateCalling = {
    ...step(byStaff, lateStored).session,
    phase: late(before).phase,
  } as unknown as Session
  const failLate = (failure: CallFailure): Event => ({
    type: 'late-failed',
    sent: lateSent,
    failure,
  })
  const latePausing = follow(lateCalling, failLate({ kind: 'offline' }))
  const allTaken = step(calling, taken('Time expired'), moment).session

  testSteps([
    [
      'sends what was not taken as late',
      byStaff,
      lateStored,
      { ...late({}), queue: { waiting: [{ ...choice, place: 'device' }] } },
      [lateSent],
    ],
    [
      'forgets an answer that it took before it was written',
      allTaken,
      { ...lateStored, sequence: at + 3 } as Event,
      {},
      [{ type: 'forget-answer', answer: { ...choice, sequence: at + 3 } }],
    ],
    [
      'has nothing to forget if the device took nothing',
      allTaken,
      { ...lateStored, sequence: null } as Event,
      {},
      [],
    ],
    [
      'hears what became of late answers',
      lateCalling,
      {
        type: 'late-taken',
        sent: lateSent,
        outcome: { saved: ['q1'], late: ['q3', 'q2'], declined: ['q2'] },
      },
      {
        ...late({ step: 'idle', kept: ['q3', 'q2'], declined: ['q2'] }),
        queue: { waiting: [], saved: ['q1'] },
      },
      [{ type: 'clear-attempt', answers: [toKey(choice)] }],
    ],
    ...[{ kind: 'offline' } as const, refuse('busy', 3000), refuse('not-over')].map(
      (failure): StepRow => [
        `waits with late answers: ${JSON.stringify(failure)}`,
        lateCalling,
        failLate(failure),
        late({ ...before, step: 'pausing', failures: 3 }),
        [wait('late', 4000)],
      ],
    ),
    ...['attempt-not-found', 'invalid-input'].map(
      (code): StepRow => [
        `leaves late answers on the device: ${code}`,
        lateCalling,
        failLate(refuse(code)),
        late({ ...before, step: 'stopped' }),
        [],
      ],
    ),
    ...[{ type: 'waited', timer: 'late' } as const, online].map(
      (event): StepRow => [
        `sends late answers again: ${JSON.stringify(event)}`,
        latePausing,
        event,
        late({ ...before, failures: 3 }),
        [lateSent],
      ],
    ),
    ['has other timers', latePausing, waited, {}, []],
    ['is not moved by a look', latePausing, { type: 'browser', change: 'shown' }, {}, []],
    ['takes no choice', allTaken, { type: 'chosen', answer: 1 }, {}, []],
    ['sees no more', allTaken, { type: 'observed', observed: { kind: 'hidden', at } }, {}, []],
    ['is left in peace', allTaken, { type: 'page-hidden' }, {}, []],
  ])

  testSteps([
    [
      'hears of no late answer while it is open',
      open,
      { type: 'late-taken', sent: lateSent, outcome: { saved: ['q1'], late: [], declined: [] } },
      {},
      [],
    ],
    ['hears of no late failure while it is open', open, failLate({ kind: 'offline' }), {}, []],
  ])
})
