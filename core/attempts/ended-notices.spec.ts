import { describe, expect, it } from 'vitest'
import type { Outcome } from '../proctoring/incident-outcomes.ts'
import { forcedReasons } from './attempt.ts'
import {
  areRulesFolded,
  arrangeNotices,
  canDismiss,
  type EndedAttempt,
  findNotice,
  isDismissed,
  isThankedFor,
} from './ended-notices.ts'

const ended = (change: Partial<EndedAttempt> = {}): EndedAttempt => ({
  examId: 'e1',
  endedAt: 1000,
  finishReason: 'Auto submission',
  isReleased: false,
  total: 5,
  saved: 2,
  late: 0,
  lateAt: null,
  incident: null,
  ...change,
})
type OwnIncident = NonNullable<EndedAttempt['incident']>
const incident = (change: Partial<OwnIncident> = {}): OwnIncident => ({
  kind: 'offline',
  hasStatement: false,
  outcome: null,
  ...change,
})
const decided = (outcome: Outcome, at = 2000, isDone = false) =>
  incident({ outcome: { outcome, at, isDismissed: isDone } })

describe('a line about an ended attempt', () => {
  it.each([...forcedReasons, 'Ended by the institute'])(
    'says that the attempt ended early: %s',
    (why) => {
      expect(findNotice(ended({ finishReason: why }))).toBe('ended-early')
    },
  )

  it.each([
    ['that runs', { endedAt: null, incident: incident({ hasStatement: true }) }],
    ['whose result is there', { isReleased: true, incident: decided('voided') }],
    ['that was finished', { finishReason: 'Completed', saved: 5 }],
    [
      'that was finished after an outage',
      { finishReason: 'Completed', saved: 5, incident: incident() },
    ],
    ['that was ended with every answer saved', { saved: 5, incident: incident({ kind: 'left' }) }],
    ['whose time was up', { finishReason: 'Time expired' }],
    [
      'whose time was up, as an incident',
      { finishReason: 'Time expired', incident: incident({ kind: 'time-up' }) },
    ],
    [
      'that went on and was finished',
      { finishReason: 'Completed', saved: 5, incident: decided('reopened') },
    ],
    [
      'saved whole, of which nothing followed',
      { finishReason: 'Completed', saved: 5, incident: decided('no-consequence') },
    ],
  ] as const)('is not there for one %s', (_, change) => {
    expect(findNotice(ended(change))).toBeNull()
  })

  it.each([
    ['answers came late', { finishReason: 'Completed', saved: 4, late: 1 }, 'late'],
    [
      'time ran out offline, with questions open',
      { finishReason: 'Time expired', incident: incident() },
      'time-up',
    ],
    [
      'the student has said something',
      { saved: 5, incident: incident({ hasStatement: true }) },
      'waiting',
    ],
    ['it is void', { saved: 5, incident: decided('voided') }, 'decided'],
    [
      'it may be taken again',
      { finishReason: 'Completed', saved: 5, incident: decided('new-attempt') },
      'decided',
    ],
    ['what was lost is decided', { incident: decided('kept') }, 'decided'],
    ['time that was given back ended early, too', { incident: decided('reopened') }, 'ended-early'],
  ] as const)('is shown while %s', (_, change, kind) => {
    expect(findNotice(ended(change))).toBe(kind)
  })
})

describe('dismissing a line', () => {
  it('is possible for a decision, but not for an open incident', () => {
    expect(canDismiss(ended({ incident: decided('kept') }))).toBe(true)
    expect(canDismiss(ended())).toBe(false)
    expect(canDismiss(ended({ incident: incident({ hasStatement: true }) }))).toBe(false)
  })

  it('lasts until a newer decision', () => {
    expect(isDismissed(ended({ incident: decided('kept', 2000, true) }))).toBe(true)
    expect(isDismissed(ended({ incident: decided('voided', 3000) }))).toBe(false)
  })
})

it('the panel shows the two attempts that changed last, and folds the others', () => {
  const attempts = [
    ended({ examId: 'a', endedAt: 4000, saved: 5 }),
    ended({ examId: 'b', endedAt: 3000 }),
    ended({ examId: 'c', endedAt: 2000 }),
    ended({ examId: 'd', endedAt: 1000, incident: decided('kept', 9000) }),
    ended({ examId: 'b', endedAt: 500 }),
  ]
  const { newest, earlier } = arrangeNotices(attempts)
  expect(newest.map(({ examId }) => examId)).toEqual(['d', 'b'])
  expect(earlier.map(({ examId, endedAt }) => [examId, endedAt])).toEqual([['c', 2000]])
})

it('the panel leaves out an attempt followed by a newer one at the same test', () => {
  const { newest } = arrangeNotices([
    ended({ endedAt: null }),
    ended({ incident: decided('new-attempt') }),
  ])
  expect(newest).toEqual([])
})

describe('thanks for a quiz whose time was up', () => {
  const timeUp = (change: Partial<EndedAttempt> = {}) =>
    ended({ finishReason: 'Time expired', ...change })

  it('are shown until the panel is opened again', () => {
    expect(isThankedFor(timeUp(), 999)).toBe(true)
    expect(isThankedFor(timeUp(), 1000)).toBe(false)
  })

  it('are shown for no other end, and not where a line says more', () => {
    expect(isThankedFor(ended(), 0)).toBe(false)
    expect(isThankedFor(ended({ finishReason: 'Completed' }), 0)).toBe(false)
    expect(isThankedFor(timeUp({ late: 1 }), 0)).toBe(false)
    expect(isThankedFor(timeUp({ isReleased: true }), 0)).toBe(false)
  })
})

describe('the rules before a quiz', () => {
  it.each([
    ['nothing is finished', false, ['strict'], ['strict'], false],
    ['they are known', true, ['strict'], ['strict'], true],
    ['no test is open', true, ['strict'], [], true],
    ['this device does not know what was seen', true, [], ['warn'], true],
    ['a test has others', true, ['strict'], ['strict', 'warn'], false],
  ] as const)('are folded or not while %s', (_, hasFinished, seen, open, folded) => {
    expect(areRulesFolded({ hasFinished, seen, open })).toBe(folded)
  })
})
