/** What decides whether a student may see the result of one attempt. */
export type Visibility = {
  readonly resultsReleasedAt: number | null
  readonly isOver: boolean
  /** Any attempt of the same student on the same exam. */
  readonly anotherRuns: boolean
}

/**
 * The one rule that every list, detail, mail, image and export asks. While an attempt on the
 * exam runs, an earlier answer sheet would give the key away.
 */
export function mayStudentSeeResult(seen: Visibility): boolean {
  return seen.resultsReleasedAt !== null && seen.isOver && !seen.anotherRuns
}

/** Result letters wait this long after the release, so that a slip of the hand can be undone. */
export const undoMs = 10_000

/** When the letters of a release may leave. */
export function lettersLeaveAt(resultsReleasedAt: number): number {
  return resultsReleasedAt + undoMs
}

/** Whole seconds, rounded up; null once they are over. */
export function secondsToUndo(resultsReleasedAt: number | null, now: number): number | null {
  if (resultsReleasedAt === null) return null
  const leftMs = lettersLeaveAt(resultsReleasedAt) - now
  return leftMs > 0 ? Math.ceil(leftMs / 1000) : null
}
