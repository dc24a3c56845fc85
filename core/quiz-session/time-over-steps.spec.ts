import { describe, expect, it } from 'vitest'
import type { Event } from '#test/quiz-session-calls.ts'
import {
  addMinutes,
  askAtEnd,
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
  sending,
  step,
  submitted,
  testSteps,
  toKey,
  wait,
  waited,
} from '#test/quiz-session-steps.ts'

const finish = { ...ending, kind: 'finished', unsubmitted: null, resumesAs: null } as const

const answered: Session = {
  ...open,
  questionId: undefined,
  queue: { ...open.queue, saved: ['q1', 'q2', 'q3'] },
}

const waiting: Session = {
  ...open,
  questionId: undefined,
  queue: {
    ...open.queue,
    saved: ['q1', 'q3'],
    waiting: [{ ...older, place: 'device' }],
    sending: older.sequence,
  },
}

describe('a finish', () => {
  const draining = follow(waiting, submitted)
  const finishing = follow(answered, submitted)

  testSteps([
    [
      'is sent at once where nothing waits',
      answered,
      submitted,
      { ...sending('loading', finish), lastTurn: 1 },
      [wait('end', 10_000), load],
    ],
    [
      'waits for the answers',
      waiting,
      submitted,
      { ...sending('draining', finish), lastTurn: 1 },
      [wait('end', 10_000)],
    ],
    ['waits for ten seconds', draining, waited, sending('loading', finish), [load]],
    ['waits when the browser is online again', draining, online, {}, []],
    [
      'follows the last answer',
      draining,
      { type: 'answer-taken', sent: { type: 'send-answer', answer: older }, endsAt },
      {
        ...sending('loading', finish),
        queue: { waiting: [], saved: ['q1', 'q3', 'q2'], lastSaved: 'q2', sending: null },
      },
      [
        { type: 'forget-answer', answer: older },
        { type: 'broadcast', message: { type: 'saved', ...toKey(older) } },
        load,
      ],
    ],
    [
      'does not begin in a pause',
      { ...answered, pause: { since: 1, reason: null, leftMs: 1, takenUntil: 0 } },
      submitted,
      {},
      [],
    ],
    [
      'gives way to the end of the time',
      finishing,
      { type: 'time-over' },
      {
        ...sending('waiting', { ...finish, kind: 'expired', resumesAs: 'finished', turn: 2 }),
        lastTurn: 2,
      },
      [wait('end', 500)],
      endsAt,
    ],
  ])
})

describe('the end of the time', () => {
  const expired = follow(chosen, { type: 'time-over' })
  const asking = follow(expired, waited)
  const clock = (isRunning: boolean, turn: number, until: number): Event => ({
    type: 'clock-received',
    sent: { ...askAtEnd, turn },
    clock: { isRunning, endsAt: until },
  })
  const moment = endsAt + 600
  const received = { repliedAt: moment, clockReceivedAt: moment }
  const loading = step(asking, { type: 'clock-failed', sent: askAtEnd }, moment).session
  const loaded = (turn: number, ...answers: readonly (typeof older)[]): Event => ({
    type: 'answers-loaded',
    sent: { type: 'load-answers', turn },
    answers,
  })
  const call = (timeoutMs: number, ...answers: readonly (typeof older)[]) => ({
    type: 'send-end',
    turn: 1,
    kind: 'expired',
    observed: null,
    answers,
    timeoutMs,
  })

  testSteps([
    [
      'takes the choice along',
      chosen,
      { type: 'time-over' },
      { ...sending('waiting', ending), lastTurn: 1 },
      [wait('end', 500)],
    ],
    ['comes once', expired, { type: 'time-over' }, {}, []],
    ['asks the clock', expired, waited, sending('asking-clock', ending), [askAtEnd]],
    ['waits when the browser is online again', expired, online, {}, []],
    [
      'goes on if the clock does not reply',
      asking,
      { type: 'clock-failed', sent: askAtEnd },
      sending('loading', ending),
      [load],
      moment,
    ],
    [
      'goes on if the attempt runs without more time',
      asking,
      clock(true, 1, endsAt),
      { ...sending('loading', ending), ...received },
      [load],
      moment,
    ],
    [
      'goes on if the attempt is over',
      asking,
      clock(false, 1, endsAt + 300_000),
      { ...sending('loading', ending), clockReceivedAt: moment },
      [load],
      moment,
    ],
    [
      'is undone by more time',
      asking,
      clock(true, 1, endsAt + 300_000),
      { phase: { at: 'open' }, endsAt: endsAt + 300_000, ...received },
      [addMinutes(5)],
      moment,
    ],
    [
      'hears its own clock alone',
      asking,
      clock(true, 2, endsAt + 300_000),
      { endsAt: endsAt + 300_000, ...received },
      [addMinutes(5)],
      moment,
    ],
    ['hears its own device alone', loading, loaded(2), {}, [], moment],
    [
      'sends what the device has, too, oldest first',
      loading,
      loaded(1, older),
      { ...sending('calling', ending), endCalls: [[older, choice]] },
      [call(12_000, older, choice)],
      moment,
    ],
    [
      'sends each answer once',
      loading,
      loaded(1, choice),
      { ...sending('calling', ending), endCalls: [[choice]] },
      [call(12_000, choice)],
      moment,
    ],
    [
      'may be taken for 15 s',
      loading,
      loaded(1),
      { ...sending('calling', ending), endCalls: [[choice]] },
      [call(5000, choice)],
      endsAt + 15_000,
    ],
    [
      'is too late after that',
      loading,
      loaded(1),
      sending('calling', ending),
      [call(5000, choice)],
      endsAt + 15_001,
    ],
    [
      'asks how it ended, which takes no answers',
      { ...loading, queue: { ...loading.queue, isOver: true } },
      loaded(1),
      sending('calling', ending),
      [call(12_000, choice)],
      moment,
    ],
  ])
})

it('a finish that the end of the time overtook goes on once there is more time', () => {
  const expired = follow(follow(waiting, submitted), { type: 'time-over' })
  const asking = step(expired, waited, endsAt).session
  const sent = { ...askAtEnd, turn: 2 }
  const clock = { isRunning: true, endsAt: endsAt + 60_000 }
  const { session } = step(asking, { type: 'clock-received', sent, clock }, endsAt + 600)
  expect(session.phase).toMatchObject({ at: 'sending', ending: { kind: 'finished' } })
})
