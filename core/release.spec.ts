import { expect, it } from 'vitest'
import { mayStudentSeeResult } from './release.ts'

const released = 1_795_231_800_000

it.each([
  { resultsReleasedAt: released, isOver: true, anotherRuns: false, sees: true },
  { resultsReleasedAt: null, isOver: true, anotherRuns: false, sees: false },
  { resultsReleasedAt: released, isOver: false, anotherRuns: false, sees: false },
  { resultsReleasedAt: released, isOver: true, anotherRuns: true, sees: false },
  { resultsReleasedAt: null, isOver: false, anotherRuns: false, sees: false },
  { resultsReleasedAt: null, isOver: true, anotherRuns: true, sees: false },
  { resultsReleasedAt: released, isOver: false, anotherRuns: true, sees: false },
  { resultsReleasedAt: null, isOver: false, anotherRuns: true, sees: false },
])(
  'released $resultsReleasedAt, over $isOver, another runs $anotherRuns: sees it $sees',
  (given) => {
    expect(mayStudentSeeResult(given)).toBe(given.sees)
  },
)

it('takes any moment of release, also the first of 1970', () => {
  expect(mayStudentSeeResult({ resultsReleasedAt: 0, isOver: true, anotherRuns: false })).toBe(true)
})
