/** What decides whether a student may see the result of one attempt. */
export type ResultVisibility = {
  readonly resultsReleasedAt: number | null
  readonly isOver: boolean
  /** Any attempt of the same student on the same exam. */
  readonly hasRunningAttempt: boolean
}

/**
 * The one rule that every list, detail, mail, image and export asks. While an attempt on the
 * exam runs, an earlier answer sheet would give the key away.
 */
export function canStudentSeeResult(visibility: ResultVisibility): boolean {
  return visibility.resultsReleasedAt !== null && visibility.isOver && !visibility.hasRunningAttempt
}

/** Result emails wait this long after the release, so that a slip of the hand can be undone. */
export const releaseUndoMs = 10_000

/** When the emails of a release may leave. */
export function getResultMailsDueAt(resultsReleasedAt: number): number {
  return resultsReleasedAt + releaseUndoMs
}

/** Whole seconds, rounded up; null once they are over. */
export function getSecondsToUndo(resultsReleasedAt: number | null, now: number): number | null {
  if (resultsReleasedAt === null) return null
  const leftMs = getResultMailsDueAt(resultsReleasedAt) - now
  return leftMs > 0 ? Math.ceil(leftMs / 1000) : null
}
