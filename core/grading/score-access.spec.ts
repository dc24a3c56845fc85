import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getPermissions, permissions } from '../accounts/permissions.ts'
import { canStudentSeeResult } from './release.ts'
import { canSeeAttempt, canSeeScores, getScoreAccess } from './score-access.ts'

it.each([
  { role: 'owner', access: 'all' },
  { role: 'teacher', access: 'all' },
  { role: 'office', access: 'released' },
])('shows $role attempts and scores: $access', ({ role, access }) => {
  expect(getScoreAccess(getPermissions(role))).toBe(access)
})

it('shows who may only see attempts no score', () => {
  const access = getScoreAccess(['attempts.read', 'attempts.adjust'])
  expect([access, canSeeScores(access)]).toEqual(['without-scores', false])
})

const visibility = fc.record({
  resultsReleasedAt: fc.option(fc.nat()),
  isOver: fc.boolean(),
  hasRunningAttempt: fc.boolean(),
})

it('shows nobody without results.read a score that its student may not see', () => {
  const held = fc.subarray(permissions.filter((name) => name !== 'results.read'))
  fc.assert(
    fc.property(held, visibility, (some, result) => {
      const access = getScoreAccess(some)
      const isSeen = canSeeAttempt(access, result) && canSeeScores(access)
      if (isSeen) expect(canStudentSeeResult(result)).toBe(true)
    }),
  )
})
