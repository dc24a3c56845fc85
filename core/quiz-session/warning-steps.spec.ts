import { describe, expect } from 'vitest'
import { type Event, refuse } from '#test/quiz-session-calls.ts'
import {
  askAtEnd,
  at,
  chosen,
  follow,
  type Session,
  type StepRow,
  step,
  testSteps,
  wait,
} from '#test/quiz-session-steps.ts'
import type { CallFailure, ReportOutcome } from './events.ts'

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

describe('a warning', () => {
  const warning = { number: 1, kind: 'hidden', at, awayMs: 0, isCounted: false } as const
  const none = { violations: 1, remaining: 1, finished: false, warning: null }
  const warned: Session = { ...chosen, warnings: { ...chosen.warnings, waiting: warning } }
  const read = step(warned, { type: 'warning-read' }, at + 10).session
  const sentRead = { type: 'send-acknowledgement', number: 1, at: at + 10 } as const
  const taken = (outcome: Partial<ReportOutcome>): Event => ({
    type: 'acknowledgement-taken',
    sent: sentRead,
    outcome: { ...none, ...outcome },
  })
  const fail = (failure: CallFailure): Event => ({
    type: 'acknowledgement-failed',
    sent: sentRead,
    failure,
  })
  const pausing = follow(read, fail({ kind: 'offline' }))
  const ended: Session = {
    ...pausing,
    phase: {
      at: 'ended',
      finishReason: 'Completed',
      isLate: false,
      notTaken: [],
      late: { step: 'idle', failures: 0, kept: [], declined: [] },
    },
  }
  const readElsewhere: Event = {
    type: 'window-message',
    from: 'w',
    message: { type: 'warning-read', number: 1, at: 3 },
  }
  const acknowledge = (moment: number) => [
    { ...sentRead, at: moment },
    { type: 'broadcast', message: { type: 'warning-read', number: 1, at: moment } },
  ]
  const lastRead = (moment: number) => ({
    counted: 1,
    waiting: null,
    lastRead: { number: 1, at: moment },
    unsent: { number: 1, at: moment, failures: 0 },
  })

  testSteps([
    [
      'is read',
      warned,
      { type: 'warning-read' },
      { warnings: lastRead(at + 10) },
      acknowledge(at + 10),
      at + 10,
    ],
    [
      'is read no earlier than it came',
      warned,
      { type: 'warning-read' },
      { warnings: lastRead(at) },
      acknowledge(at),
      at - 10,
    ],
    ['is none to read', chosen, { type: 'warning-read' }, {}, []],
    ['is known to be read', read, taken({}), { warnings: { unsent: null } }, []],
    [
      'is read too late',
      read,
      taken({ finished: true }),
      { ...asksHow, warnings: { unsent: null } },
      [askAtEnd],
    ],
    [
      'comes again in an older reply',
      read,
      taken({ violations: 0, warning }),
      { warnings: { unsent: null } },
      [],
    ],
    [
      'comes as the next one',
      read,
      taken({ warning: { ...warning, number: 2 } }),
      { warnings: { unsent: null, waiting: { ...warning, number: 2 } } },
      [],
    ],
    [
      'comes again after it was read',
      read,
      taken({ violations: 0, warning: { ...warning, at: at + 11 } }),
      { warnings: { unsent: null, counted: 0, waiting: { ...warning, at: at + 11 } } },
      [],
    ],
    ['is not spoken of', read, taken({ warning: undefined }), { warnings: { unsent: null } }, []],
    ...temporary.map(
      ([failure, ms]): StepRow => [
        `is read, and that waits: ${JSON.stringify(failure)}`,
        read,
        fail(failure),
        { warnings: { unsent: { number: 1, at: at + 10, failures: 1 } } },
        [wait('warning', ms)],
      ],
    ),
    [
      'is read, and nobody wants to know',
      read,
      fail(refuse('fault')),
      { warnings: { unsent: null } },
      [],
    ],
    ['is not under way', chosen, fail({ kind: 'offline' }), {}, []],
    ['is sent as read again', pausing, { type: 'waited', timer: 'warning' }, {}, [sentRead]],
    ['is sent as read once at a time', read, { type: 'waited', timer: 'warning' }, {}, []],
    ['is not sent as read after the end', ended, { type: 'waited', timer: 'warning' }, {}, []],
    [
      'is read in another window',
      warned,
      readElsewhere,
      { warnings: { counted: 1, waiting: null, lastRead: { number: 1, at: 3 } } },
      [],
    ],
    [
      'stays where another window has read an earlier one',
      {
        ...warned,
        warnings: { ...warned.warnings, counted: 2, waiting: { ...warning, number: 2 } },
      },
      readElsewhere,
      { warnings: { lastRead: { number: 1, at: 3 } } },
      [],
    ],
  ])
})
