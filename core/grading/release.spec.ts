import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getPermissions, permissions } from '../accounts/permissions.ts'
import {
  canSeeScores,
  canStudentSeeResult,
  getResultMailsDueAt,
  getScoreAccess,
  getSecondsToUndo,
} from './release.ts'

const released = 1_795_231_800_000

it.each([
  { resultsReleasedAt: released, isOver: true, hasRunningAttempt: false, sees: true },
  { resultsReleasedAt: null, isOver: true, hasRunningAttempt: false, sees: false },
  { resultsReleasedAt: released, isOver: false, hasRunningAttempt: false, sees: false },
  { resultsReleasedAt: released, isOver: true, hasRunningAttempt: true, sees: false },
  { resultsReleasedAt: null, isOver: false, hasRunningAttempt: false, sees: false },
  { resultsReleasedAt: null, isOver: true, hasRunningAttempt: true, sees: false },
  { resultsReleasedAt: released, isOver: false, hasRunningAttempt: true, sees: false },
  { resultsReleasedAt: null, isOver: false, hasRunningAttempt: true, sees: false },
])(
  'released $resultsReleasedAt, over $isOver, another runs $hasRunningAttempt: sees it $sees',
  (row) => {
    expect(canStudentSeeResult(row)).toBe(row.sees)
  },
)

it('accepts any moment of release, even the first of 1970', () => {
  expect(
    canStudentSeeResult({ resultsReleasedAt: 0, isOver: true, hasRunningAttempt: false }),
  ).toBe(true)
})

it.each([
  { role: 'owner', access: 'all' },
  { role: 'teacher', access: 'all' },
  { role: 'office', access: 'released' },
])('shows $role attempts and scores: $access', ({ role, access }) => {
  expect(getScoreAccess(getPermissions(role))).toBe(access)
})

it('shows no score to staff who may see only attempts', () => {
  const access = getScoreAccess(['attempts.read', 'attempts.adjust'])
  expect([access, canSeeScores(access)]).toEqual(['without-scores', false])
})

it('keeps scores that are not released from staff without results.read', () => {
  const held = fc.subarray(permissions.filter((name) => name !== 'results.read'))
  fc.assert(fc.property(held, (some) => getScoreAccess(some) !== 'all'))
})

it('sends result emails ten seconds after the release', () => {
  expect(getResultMailsDueAt(released, released)).toBe(released + 10_000)
  expect(getResultMailsDueAt(released, released + 60_000)).toBe(released + 10_000)
  // The clock was set back by an hour after the release.
  expect(getResultMailsDueAt(released, released - 3_600_000)).toBe(released - 3_590_000)
})

it.each([
  { afterMs: 0, seconds: 10 },
  { afterMs: 1, seconds: 10 },
  { afterMs: 9_000, seconds: 1 },
  { afterMs: 9_999, seconds: 1 },
  { afterMs: 10_000, seconds: null },
  { afterMs: 10_001, seconds: null },
  { afterMs: -3_600_000, seconds: 10 },
])('a release of $afterMs ms ago can be undone for $seconds s', ({ afterMs, seconds }) => {
  expect(getSecondsToUndo(released, released + afterMs)).toBe(seconds)
  expect(getSecondsToUndo(null, released + afterMs)).toBeNull()
})

it.each([
  { access: 'all', sees: true },
  { access: 'released', sees: true },
  { access: 'without-scores', sees: false },
] as const)('access $access shows scores: $sees', ({ access, sees }) => {
  expect(canSeeScores(access)).toBe(sees)
})
