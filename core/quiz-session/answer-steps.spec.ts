import { describe, expect } from 'vitest'
import { type Event, refuse } from '#test/quiz-session-calls.ts'
import {
  addMinutes,
  ask,
  askAtEnd,
  at,
  endsAt,
  follow,
  open,
  type StepRow,
  testSteps,
  wait,
} from '#test/quiz-session-steps.ts'
import type { CallFailure } from './events.ts'

const minute = 60_000

const choose = (answer: number | null): Event => ({ type: 'chosen', answer })

const answer = { questionId: 'q1', answer: 7, sequence: at }

const stored = { ...answer, sequence: at + 500 }

const started = follow(open, { type: 'started' })

const chosen = follow(started, choose(7))

const submitted = follow(chosen, { type: 'submitted' })

const answerStored = (sequence: number | null): Event => ({
  type: 'answer-stored',
  sent: { type: 'store-answer', answer: { ...answer, sequence: at + 1 } },
  sequence,
})

const onDevice = follow(submitted, answerStored(at + 500))

const inMemory = follow(submitted, answerStored(null))

const asksHow = {
  phase: {
    at: 'sending',
    step: 'asking-clock',
    isOffline: false,
    ending: expect.objectContaining({ isOutcome: true, resumesAs: 'open', turn: 1 }),
  },
  lastTurn: 1,
}

describe('an answer', () => {
  const written = { ...answer, sequence: at + 1 }
  const send = { type: 'send-answer', answer: stored } as const
  const taken = (until: number): Event => ({ type: 'answer-taken', sent: send, endsAt: until })
  const saved = { waiting: [], saved: ['q1'], lastSaved: 'q1', sending: null }
  const done = [
    { type: 'forget-answer', answer: stored },
    {
      type: 'broadcast',
      message: { type: 'saved', questionId: 'q1', sequence: stored.sequence },
    },
  ]
  const fail = (failure: CallFailure): Event => ({ type: 'answer-failed', sent: send, failure })
  const pausing = { sending: null, isPausing: true, failures: 1 }

  testSteps([
    [
      'is chosen',
      open,
      choose(7),
      { chosen: 7, chosenSequence: at, queue: { lastSequence: at } },
      [],
    ],
    [
      'is taken back',
      chosen,
      choose(null),
      { chosen: null, chosenSequence: at + 1, queue: { lastSequence: at + 1 } },
      [],
    ],
    ['is chosen once it is submitted', submitted, choose(8), {}, []],
    ['is none without a question', { ...open, questionId: undefined }, choose(8), {}, []],
    ['is submitted without a choice', open, { type: 'submitted' }, {}, []],
    [
      'is submitted',
      chosen,
      { type: 'submitted' },
      {
        isPausing: true,
        queue: { waiting: [{ ...written, place: 'writing' }], lastSequence: at + 1 },
      },
      [wait('next', 500), { type: 'store-answer', answer: written }],
    ],
    ['is submitted twice', submitted, { type: 'submitted' }, {}, []],
    [
      'is stored under a number of the device',
      submitted,
      answerStored(at + 500),
      {
        queue: {
          waiting: [{ ...stored, place: 'device' }],
          sending: at + 500,
          lastSequence: at + 500,
        },
      },
      [send],
    ],
    [
      'is not stored',
      submitted,
      answerStored(null),
      { queue: { waiting: [{ ...written, place: 'memory' }], sending: at + 1, isStored: false } },
      [{ ...send, answer: written }],
    ],
    ['is stored that nobody waits for', onDevice, answerStored(at + 900), {}, []],
    ['is taken', onDevice, taken(endsAt), { queue: saved }, [wait('poll', 6750), ...done]],
    [
      'is taken before the clock is due',
      onDevice,
      taken(endsAt),
      { queue: saved },
      [wait('poll', 6750), ...done],
      at + 29_999,
    ],
    [
      'is taken when the clock is due',
      onDevice,
      taken(endsAt),
      { queue: saved },
      done,
      at + 30_000,
    ],
    [
      'is taken with more time',
      onDevice,
      taken(endsAt + 5 * minute),
      { endsAt: endsAt + 5 * minute, queue: saved },
      [addMinutes(5), wait('poll', 6750), ...done],
    ],
    [
      'is taken with less time, which is out of date',
      onDevice,
      taken(endsAt - minute),
      { queue: saved },
      [wait('poll', 6750), ...done],
    ],
    [
      'is taken from memory, of which no other window knows',
      inMemory,
      { ...taken(endsAt), sent: { ...send, answer: written } } as Event,
      { queue: saved },
      [
        wait('poll', 6750),
        { type: 'broadcast', message: { type: 'saved', questionId: 'q1', sequence: null } },
      ],
    ],
    ...['attempt-over', 'attempt-not-found'].map(
      (code): StepRow => [
        `comes too late: ${code}`,
        onDevice,
        fail(refuse(code)),
        { ...asksHow, queue: { sending: null, isOver: true } },
        [askAtEnd],
      ],
    ),
    ...['unknown-question', 'unknown-option', 'invalid-input'].map(
      (code): StepRow => [
        `can never be taken: ${code}`,
        onDevice,
        fail(refuse(code)),
        { queue: { waiting: [], sending: null } },
        [{ type: 'forget-answer', answer: stored }],
      ],
    ),
    [
      'waits for a busy server',
      onDevice,
      fail(refuse('busy', 3000)),
      { queue: { ...pausing, sendError: { message: 'busy' } } },
      [wait('send', 3750)],
    ],
    [
      'waits for the net',
      onDevice,
      fail({ kind: 'offline' }),
      { queue: { ...pausing, sendError: 'offline' } },
      [wait('send', 1000)],
    ],
    [
      'waits for a login',
      onDevice,
      fail(refuse('not-signed-in')),
      { isLoggedOut: true, queue: { ...pausing, sendError: { message: 'not-signed-in' } } },
      [wait('send', 1000)],
    ],
    [
      'waits for the end of a pause',
      onDevice,
      fail(refuse('attempt-paused')),
      { pause: { since: at, reason: null, leftMs: 600_000, takenUntil: at - 1 }, queue: pausing },
      [wait('send', 1000), ask],
    ],
    [
      'fails that is not under way',
      onDevice,
      {
        ...fail({ kind: 'offline' }),
        sent: { ...send, answer: { ...stored, sequence: 1 } },
      } as Event,
      {},
      [],
    ],
    [
      'is followed by the next question',
      submitted,
      { type: 'waited', timer: 'next' },
      { questionId: 'q2', chosen: null, chosenSequence: 0, isPausing: false },
      [],
    ],
    ['is followed by nothing twice', open, { type: 'waited', timer: 'next' }, {}, []],
    [
      'is put off with its choice',
      chosen,
      { type: 'postponed' },
      {
        questionId: 'q2',
        chosen: null,
        chosenSequence: 0,
        postponed: [{ questionId: 'q1', chosen: 7, chosenSequence: at }],
      },
      [{ type: 'store-postponed', questionIds: ['q1'] }],
    ],
    [
      'is not put off where it is the last one',
      { ...open, queue: { ...open.queue, saved: ['q2', 'q3'] } },
      { type: 'postponed' },
      {},
      [],
    ],
    ['is no early finish', open, { type: 'finished-early' }, {}, []],
    [
      'is no early finish where another question is left',
      follow(started, { type: 'postponed' }),
      { type: 'finished-early' },
      {},
      [],
    ],
  ])
})
