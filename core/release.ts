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
