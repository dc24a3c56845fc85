import { describe } from 'vitest'
import type { Event } from '#test/quiz-session-calls.ts'
import {
  ask,
  askAtEnd,
  at,
  endsAt,
  follow,
  open,
  testSteps,
  wait,
} from '#test/quiz-session-steps.ts'

const browser = (change: 'online' | 'offline' | 'shown' | 'hidden' | 'focused'): Event => ({
  type: 'browser',
  change,
})

type Clock = Extract<Event, { type: 'clock-received' }>['clock']

const clock = (parts: Partial<Clock> = {}): Event => ({
  type: 'clock-received',
  sent: ask,
  clock: { isRunning: true, endsAt, ...parts },
})

const received = { repliedAt: at, clockReceivedAt: at }

const hidden = follow(open, browser('hidden'))

const offline = follow(open, browser('offline'))

const asksHow = {
  phase: {
    at: 'sending',
    step: 'asking-clock',
    isOffline: false,
    ending: {
      kind: 'finished',
      isOutcome: true,
      observed: null,
      unsubmitted: null,
      resumesAs: 'open',
      endsAt,
      turn: 1,
      failures: 0,
      hasFailed: false,
    },
  },
  lastTurn: 1,
}

describe('the browser', () => {
  testSteps([
    ['starts', open, { type: 'started' }, { clockReceivedAt: at }, [wait('poll', 6750)]],
    ['is watched', open, { type: 'watched' }, { isWatched: true }, []],
    ['is online', open, browser('online'), {}, [ask]],
    ['goes offline', open, browser('offline'), { isOnline: false }, []],
    ['is shown', open, browser('shown'), {}, [ask]],
    ['is hidden', open, browser('hidden'), { isSeen: false }, []],
    ['has the focus', open, browser('focused'), {}, [ask]],
    ['is online while hidden', hidden, browser('online'), {}, []],
    ['goes offline while hidden', hidden, browser('offline'), { isOnline: false }, []],
    ['is shown after that', hidden, browser('shown'), { isSeen: true }, [ask]],
    ['has the focus while hidden', hidden, browser('focused'), {}, []],
    ['is online after that', offline, browser('online'), { isOnline: true }, [ask]],
    ['is shown while offline', offline, browser('shown'), {}, [ask]],
    ['is hidden while offline', offline, browser('hidden'), { isSeen: false }, []],
    [
      'is logged in again',
      { ...hidden, isSeen: true, isOnline: false, isLoggedOut: true },
      { type: 'logged-in' },
      { isOnline: true, isLoggedOut: false },
      [ask],
    ],
  ])
})

describe('the clock', () => {
  const poll = { type: 'waited', timer: 'poll' } as const
  const pollCall = { ...ask, isPoll: true } as const
  const windows = { ...open, otherWindows: ['a', 'b'], silentWindows: ['a'] }
  const failure = { kind: 'refused', code: 'not-signed-in', message: '', retryAfterMs: 0 } as const

  testSteps([
    ['is polled', open, poll, {}, [pollCall]],
    ['is not polled while hidden', hidden, poll, {}, [wait('poll', 6750)]],
    ['is not polled while offline', offline, poll, {}, [wait('poll', 6750)]],
    [
      'forgets its failures while hidden',
      { ...hidden, clockFailures: 2 },
      poll,
      { clockFailures: 0 },
      [wait('poll', 6750)],
    ],
    [
      'is polled, and other windows are asked whether they are there',
      windows,
      poll,
      { otherWindows: ['b'], silentWindows: ['b'] },
      [pollCall, { type: 'broadcast', message: { type: 'hello' } }],
    ],
    ['has no other timer', open, { type: 'waited', timer: 'x' }, {}, []],
    ['replies', open, clock(), received, []],
    [
      'replies to a poll',
      open,
      { ...clock(), sent: pollCall } as Event,
      received,
      [wait('poll', 6750)],
    ],
    ['fails', open, { type: 'clock-failed', sent: ask }, {}, []],
    [
      'fails in a poll',
      { ...open, clockFailures: 2 },
      { type: 'clock-failed', sent: pollCall },
      { clockFailures: 3 },
      [wait('poll', 40_000)],
    ],
    [
      'replies to a poll after failures',
      { ...open, clockFailures: 2 },
      { ...clock(), sent: pollCall } as Event,
      { ...received, clockFailures: 0 },
      [wait('poll', 6750)],
    ],
    ['has no login', open, { type: 'clock-failed', sent: ask, failure }, { isLoggedOut: true }, []],
    [
      'is pollCall more seldom',
      open,
      clock({ pollSeconds: 20 }),
      { ...received, pollSeconds: 20 },
      [],
    ],
    [
      'is pollCall as usual again',
      { ...open, pollSeconds: 20 },
      clock(),
      { ...received, pollSeconds: 8.5 },
      [],
    ],
    [
      'says that it is over',
      open,
      clock({ isRunning: false }),
      { ...asksHow, clockReceivedAt: at },
      [askAtEnd],
    ],
    [
      'says that it runs, so the queue is open again',
      { ...open, queue: { ...open.queue, isClosed: true } },
      clock(),
      { ...received, queue: { isClosed: false } },
      [],
    ],
    [
      'tells what another device has answered',
      open,
      clock({ elsewhere: { isActive: true, answered: ['q1', 'q3'] } }),
      { ...received, isOpenElsewhere: true, questionId: 'q2', queue: { saved: ['q1', 'q3'] } },
      [],
    ],
    [
      'tells of another question, so the choice stays',
      { ...open, chosen: 7 },
      clock({ elsewhere: { isActive: true, answered: ['q2'] } }),
      { ...received, isOpenElsewhere: true, queue: { saved: ['q2'] } },
      [],
    ],
    [
      'tells of the question that is shown while the next one waits',
      { ...open, isPausing: true },
      clock({ elsewhere: { isActive: true, answered: ['q1'] } }),
      { ...received, isOpenElsewhere: true, queue: { saved: ['q1'] } },
      [],
    ],
    [
      'tells that the other device is gone',
      { ...open, isOpenElsewhere: true },
      clock({ elsewhere: { isActive: false, answered: [] } }),
      { ...received, isOpenElsewhere: false },
      [],
    ],
    [
      'has messages, but not those that were put away',
      { ...open, dismissedIds: ['m1'] },
      clock({ messages: ['m1', 'm2'].map((id) => ({ id, at, text: id })) }),
      { ...received, messages: [{ id: 'm2', at, text: 'm2' }] },
      [{ type: 'send-message-read', id: 'm1' }],
    ],
  ])
})
