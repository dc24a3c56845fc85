import { expect, it } from 'vitest'
import { canStudentSeeResult } from './release.ts'

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

it('takes any moment of release, also the first of 1970', () => {
  expect(
    canStudentSeeResult({ resultsReleasedAt: 0, isOver: true, hasRunningAttempt: false }),
  ).toBe(true)
})
