import { expect, it } from 'vitest'
import { at, endsAt, open } from '#test/quiz-session-steps.ts'
import { createSession } from './session-state.ts'

it('a session opens at its first question, with nothing on its way', () => {
  expect(open).toEqual({
    questionIds: ['q1', 'q2', 'q3'],
    mode: 'warn',
    forgivesReload: false,
    endsAt,
    isSeen: true,
    isWatched: false,
    isOnline: true,
    pause: null,
    messages: [],
    dismissedIds: [],
    repliedAt: 0,
    timeChanges: 0,
    pausedMs: 0,
    isLoggedOut: false,
    questionId: 'q1',
    chosen: null,
    chosenSequence: 0,
    postponed: [],
    isPausing: false,
    queue: {
      waiting: [],
      saved: [],
      lastSaved: null,
      sendError: null,
      isStored: true,
      isOver: false,
      isClosed: false,
      sending: null,
      isPausing: false,
      failures: 0,
      lastSequence: 0,
    },
    phase: { at: 'open' },
    lastTurn: 0,
    endCalls: [],
    reports: [],
    warnings: {
      counted: 0,
      waiting: null,
      leftAt: null,
      lastRead: { number: 0, at: 0 },
      unsent: null,
    },
    lastReportId: 0,
    clockFailures: 0,
    clockReceivedAt: 0,
    pollSeconds: 8.5,
    isOpenElsewhere: false,
    otherWindows: [],
    silentWindows: [],
    wasShared: false,
  })
})

it('a session opens with all that is known of it', () => {
  const waiting = { questionId: 'q2', answer: 1, sequence: 5 }
  const unsubmitted = { questionId: 'q3', answer: 2, sequence: 9 }
  const reload = { kind: 'refresh', at } as const
  const hide = { kind: 'hidden', at } as const
  const session = createSession<number>({
    questionIds: ['q1', 'q2', 'q3', 'q4'],
    mode: 'strict',
    endsAt,
    saved: ['q1'],
    waiting: [waiting],
    postponed: ['q3', 'gone'],
    unreported: [
      { observed: reload, unsubmitted },
      { observed: hide, unsubmitted: null },
    ],
    pause: { since: 7, reason: 'network', leftMs: 3 },
    messages: [{ id: 'm1', at, text: 'Hi' }],
    timeChanges: 2,
    warnings: { counted: 1, waiting: null, leftAt: 4 },
  })
  const report = { type: 'send-report', failures: 0, state: 'pausing' }
  expect(session).toMatchObject({
    forgivesReload: true,
    pause: { since: 7, reason: 'network', leftMs: 3, takenUntil: 6 },
    messages: [{ id: 'm1', at, text: 'Hi' }],
    timeChanges: 2,
    questionId: 'q4',
    postponed: [{ questionId: 'q3', chosen: null, chosenSequence: 0 }],
    queue: {
      saved: ['q1'],
      lastSaved: 'q1',
      lastSequence: 9,
      waiting: [{ ...waiting, place: 'device' }],
    },
    reports: [
      { ...report, id: 1, observed: reload, answers: [unsubmitted] },
      { ...report, id: 2, observed: hide, answers: [] },
    ],
    lastReportId: 2,
    warnings: { counted: 1, waiting: null, leftAt: 4, unsent: null },
  })
  expect(session.postponed).toHaveLength(1)
})
