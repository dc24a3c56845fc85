import type { Permission } from '../accounts/permissions.ts'

/** Facts that decide whether a student may see the result of one attempt. */
type ResultVisibility = {
  readonly resultsReleasedAt: number | null
  readonly isOver: boolean
  /** Any attempt of the same student on the same exam. */
  readonly hasRunningAttempt: boolean
}

/**
 * The single rule for every list, page, email, image and export. While an attempt on the exam is
 * running, an earlier answer sheet would give the key away.
 */
export function canStudentSeeResult(visibility: ResultVisibility): boolean {
  return visibility.resultsReleasedAt !== null && visibility.isOver && !visibility.hasRunningAttempt
}

/** Result emails wait this long after the release, so that a mistaken click can be undone. */
export const releaseUndoMs = 10_000

/** When the result emails are sent; soon, too, where a clock that was set back is before the release. */
export function getResultMailsDueAt(resultsReleasedAt: number, now: number): number {
  return Math.min(resultsReleasedAt, now) + releaseUndoMs
}

/** Whole seconds, rounded up; null once they are over. */
export function getSecondsToUndo(resultsReleasedAt: number | null, now: number): number | null {
  if (resultsReleasedAt === null) return null
  const leftMs = getResultMailsDueAt(resultsReleasedAt, now) - now
  return leftMs > 0 ? Math.ceil(leftMs / 1000) : null
}

/**
 * The scores that a list of attempts shows a member of staff: everything; every attempt without its
 * score; or only the attempts whose students may see their result, with the score.
 */
export type ScoreAccess = 'all' | 'without-scores' | 'released'

/** For staff who may call such a list. Permission to read attempts wins over released scores. */
export function getScoreAccess(permissions: readonly Permission[]): ScoreAccess {
  if (permissions.includes('results.read')) return 'all'
  return permissions.includes('attempts.read') ? 'without-scores' : 'released'
}

/** False also rules out sorting by score: the order alone would reveal the scores. */
export function canSeeScores(access: ScoreAccess): boolean {
  return access !== 'without-scores'
}
