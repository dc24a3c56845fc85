import { describe, expect } from 'vitest'
import type { Event } from '#test/quiz-session-calls.ts'
import {
  askAtEnd,
  at,
  follow,
  open,
  type Session,
  type StepRow,
  testSteps,
} from '#test/quiz-session-steps.ts'

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

const asksHow = {
  phase: {
    at: 'sending',
    step: 'asking-clock',
    isOffline: false,
    ending: expect.objectContaining({ isOutcome: true, resumesAs: 'open', turn: 1 }),
  },
  lastTurn: 1,
}

describe('another window', () => {
  const shared: Session = { ...open, otherWindows: ['w1', 'w2'], silentWindows: ['w1', 'w2'] }
  const saved = { saved: ['q1'], lastSaved: 'q1' }
  const say = (message: Extract<Event, { type: 'window-message' }>['message']): Event => ({
    type: 'window-message',
    from: 'w1',
    message,
  })
  const here = { otherWindows: ['w2', 'w1'], silentWindows: ['w2'], wasShared: true }

  testSteps([
    [
      'opens',
      shared,
      say({ type: 'hello' }),
      here,
      [{ type: 'broadcast', message: { type: 'here' } }],
    ],
    ['is there', shared, say({ type: 'here' }), here, []],
    ['closes', shared, say({ type: 'bye' }), { otherWindows: ['w2'], silentWindows: ['w2'] }, []],
    [
      'has saved an answer',
      shared,
      say({ type: 'saved', questionId: 'q1', sequence: 7 }),
      { queue: saved },
      [],
    ],
    [
      'has saved this answer',
      onDevice,
      say({ type: 'saved', questionId: 'q1', sequence: stored.sequence }),
      { queue: { ...saved, waiting: [] } },
      [],
    ],
    ...[
      { questionId: 'q1', sequence: 7 },
      { questionId: 'q2', sequence: stored.sequence },
      { questionId: 'q1', sequence: null },
    ].map(
      (key): StepRow => [
        `has saved another answer: ${JSON.stringify(key)}`,
        onDevice,
        say({ type: 'saved', ...key }),
        { queue: { saved: [key.questionId], lastSaved: key.questionId } },
        [],
      ],
    ),
    ['has ended', shared, say({ type: 'ended' }), asksHow, [askAtEnd]],
    [
      'has ended with answers',
      shared,
      say({ type: 'ended', taken: [{ questionId: 'q1', sequence: 7 }] }),
      { ...asksHow, queue: saved },
      [askAtEnd],
    ],
    [
      'has put a message away',
      { ...shared, messages: ['m1', 'm2'].map((id) => ({ id, at, text: id })) },
      say({ type: 'message-dismissed', id: 'm1' }),
      { messages: [{ id: 'm2', at, text: 'm2' }], dismissedIds: ['m1'] },
      [],
    ],
    ['has a change of a free paper', shared, say({ type: 'changed', change: answer }), {}, []],
    [
      'is told of a message that is put away here',
      { ...shared, messages: [{ id: 'm1', at, text: 'Hi' }] },
      { type: 'message-dismissed', id: 'm1' },
      { messages: [], dismissedIds: ['m1'] },
      [
        { type: 'send-message-read', id: 'm1' },
        { type: 'broadcast', message: { type: 'message-dismissed', id: 'm1' } },
      ],
    ],
    [
      'is told of no message that is not there',
      shared,
      { type: 'message-dismissed', id: 'm1' },
      {},
      [],
    ],
  ])
})
