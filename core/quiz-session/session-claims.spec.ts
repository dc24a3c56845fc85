import { expect, it } from 'vitest'
import { at, follow, open, type Session } from '#test/quiz-session-steps.ts'
import { isIdle } from './session-state.ts'
import { getAllowedWarnings, needsWholeScreen } from './warnings.ts'

it.each<readonly [string, Partial<Session>, boolean]>([
  ['with nothing on its way', {}, true],
  [
    'with an answer',
    {
      queue: {
        ...open.queue,
        waiting: [{ questionId: 'q2', answer: 3, sequence: 9, place: 'device' }],
      },
    },
    false,
  ],
  [
    'with a report',
    {
      reports: follow(follow(open, { type: 'watched' }), {
        type: 'observed',
        observed: { kind: 'hidden', at },
      }).reports,
    },
    false,
  ],
  [
    'with a report that is kept',
    {
      reports: [
        {
          type: 'send-report',
          id: 1,
          observed: { kind: 'hidden', at },
          answers: [],
          failures: 0,
          state: 'reported',
        },
      ],
    },
    true,
  ],
  [
    'with a warning that was read',
    { warnings: { ...open.warnings, unsent: { number: 1, at, failures: 0 } } },
    false,
  ],
])('a session %s is idle or not', (_, parts, expected) => {
  expect(isIdle({ ...open, ...parts })).toBe(expected)
})

it.each<readonly [string, Partial<Session>, boolean]>([
  ['the questions', {}, false],
  ['an end', { phase: follow(open, { type: 'submitted' }, { type: 'time-over' }).phase }, true],
  ['a pause', { pause: { since: 1, reason: null, leftMs: 1, takenUntil: 0 } }, true],
  ['a login', { isLoggedOut: true }, true],
  [
    'a warning',
    {
      warnings: {
        ...open.warnings,
        waiting: { number: 1, kind: 'hidden', at, awayMs: 0, isCounted: false },
      },
    },
    true,
  ],
])('%s may need the whole screen', (_, parts, expected) => {
  expect(needsWholeScreen({ ...open, ...parts })).toBe(expected)
})

it('two warnings are allowed, and one where only a reload is forgiven', () => {
  expect(getAllowedWarnings(open)).toBe(2)
  expect(getAllowedWarnings({ ...open, forgivesReload: true })).toBe(1)
})
