import type { Permission } from '../accounts/permissions.ts'
import { canStudentSeeResult, type ResultVisibility } from './release.ts'

/**
 * What a list of attempts shows somebody of the staff: everything; every attempt, but no score; or
 * only the attempts whose students may see their result, with the score.
 */
export type ScoreAccess = 'all' | 'without-scores' | 'released'

/** Who may do neither calls no such list. Attempts go before released scores. */
export function getScoreAccess(permissions: readonly Permission[]): ScoreAccess {
  if (permissions.includes('results.read')) return 'all'
  return permissions.includes('attempts.read') ? 'without-scores' : 'released'
}

/** Released to staff is what its student may see: the one rule of release. */
export function canSeeAttempt(access: ScoreAccess, result: ResultVisibility): boolean {
  return access !== 'released' || canStudentSeeResult(result)
}

/** Of an attempt that may be seen. An order by score tells the scores, whether it shows them or not. */
export function canSeeScores(access: ScoreAccess): boolean {
  return access !== 'without-scores'
}
