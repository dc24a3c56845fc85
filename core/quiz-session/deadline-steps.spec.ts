import { describe, expect, it } from 'vitest'
import type { Event } from '#test/quiz-session-calls.ts'
import {
  addMinutes,
  ask,
  at,
  endsAt,
  follow,
  open,
  step,
  testSteps,
} from '#test/quiz-session-steps.ts'

const minute = 60_000

const _browser = (change: 'online' | 'offline' | 'shown' | 'hidden' | 'focused'): Event => ({
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

describe('a deadline', () => {
  const known = { ...open, repliedAt: at, timeChanges: 2 }
  const later = (byMs: number, parts: Partial<Clock> = {}) =>
    clock({ endsAt: endsAt + byMs, repliedAt: at, ...parts })

  testSteps([
    [
      'moves',
      open,
      later(5 * minute),
      { ...received, endsAt: endsAt + 5 * minute },
      [addMinutes(5)],
    ],
    [
      'moves silently by half a minute less',
      open,
      later(29_999),
      { ...received, endsAt: endsAt + 29_999 },
      [],
    ],
    [
      'moves by half a minute',
      open,
      later(30_000),
      { ...received, endsAt: endsAt + 30_000 },
      [addMinutes(1)],
    ],
    ['stays where an older reply knew less', open, later(-5 * minute), received, []],
    [
      'is taken back by a change alone',
      open,
      later(-5 * minute, { timeChanges: 1 }),
      { ...received, timeChanges: 1, endsAt: endsAt - 5 * minute },
      [addMinutes(-5)],
    ],
    [
      'stays with fewer changes',
      known,
      later(minute, { timeChanges: 1 }),
      { clockReceivedAt: at },
      [],
    ],
    [
      'stays with an earlier reply',
      known,
      later(minute, { timeChanges: 2, repliedAt: at - 1 }),
      { clockReceivedAt: at },
      [],
    ],
    [
      'moves with a reply of the same moment',
      known,
      later(minute, { timeChanges: 2 }),
      { clockReceivedAt: at, endsAt: endsAt + minute },
      [addMinutes(1)],
    ],
    [
      'moves with an earlier reply of a further change',
      known,
      later(minute, { timeChanges: 3, repliedAt: at - 1 }),
      { repliedAt: at - 1, timeChanges: 3, clockReceivedAt: at, endsAt: endsAt + minute },
      [addMinutes(1)],
    ],
  ])

  it.each([
    { title: 'at once', passedMs: 0, isShift: true },
    { title: 'after a minute', passedMs: minute, isShift: true },
    { title: 'after more', passedMs: minute + 1, isShift: false },
    { title: 'backwards', passedMs: -1, isShift: false },
  ])('that moves with the server’s clock is announced as none: $title', ({ passedMs, isShift }) => {
    const event = later(60 * minute, { timeChanges: 3, repliedAt: at + 60 * minute + passedMs })
    expect(step(known, event).effects).toEqual(isShift ? [] : [addMinutes(60)])
    expect(step({ ...known, repliedAt: 0 }, event).effects).toEqual([addMinutes(60)])
  })
})

describe('a pause', () => {
  const notice = { since: at - 5, reason: 'network', leftMs: 600_005 }
  const pausing = clock({ repliedAt: at, timeChanges: 1, pause: notice })
  const paused = follow(open, { type: 'watched' }, pausing)
  const again = (parts: Partial<Clock>) =>
    clock({ repliedAt: at + 1000, timeChanges: 1, pause: notice, ...parts })
  const changed = { repliedAt: at + 1000, clockReceivedAt: at + 1000 }

  testSteps(
    [
      [
        'begins',
        { ...open, isWatched: true },
        pausing,
        { ...received, timeChanges: 1, isWatched: false, pause: { ...notice, takenUntil: at - 6 } },
        [],
        at,
      ],
      [
        'moves the deadline',
        paused,
        again({ endsAt: endsAt + 1000 }),
        { ...changed, endsAt: endsAt + 1000, pausedMs: 1000 },
        [],
      ],
      [
        'has minutes added',
        paused,
        again({ endsAt: endsAt + 301_000, timeChanges: 2, pause: { ...notice, leftMs: 900_005 } }),
        {
          ...changed,
          endsAt: endsAt + 301_000,
          timeChanges: 2,
          pausedMs: 1000,
          pause: { ...notice, leftMs: 900_005, takenUntil: at - 6 },
        },
        [addMinutes(5)],
      ],
      [
        'is another one, which takes no more answers',
        paused,
        again({
          endsAt: endsAt + 301_000,
          timeChanges: 2,
          pause: { since: at + 5, reason: null, leftMs: 1 },
        }),
        {
          ...changed,
          endsAt: endsAt + 301_000,
          timeChanges: 2,
          pausedMs: 301_000,
          pause: { since: at + 5, reason: null, leftMs: 1, takenUntil: at - 6 },
        },
        [],
      ],
      [
        'is over',
        paused,
        again({ endsAt: endsAt + 1000, timeChanges: 2, pause: null }),
        { ...changed, endsAt: endsAt + 1000, timeChanges: 2, pausedMs: 1000, pause: null },
        [{ type: 'show-message', message: { type: 'resumed', secondsLeft: 600 } }],
      ],
      ['is not watched', paused, { type: 'watched' }, {}, []],
      ['is not over with the time', paused, { type: 'time-over' }, {}, []],
      [
        'sees nothing',
        { ...paused, isWatched: true },
        { type: 'observed', observed: { kind: 'hidden', at } },
        {},
        [],
      ],
    ],
    at + 1000,
  )
})
