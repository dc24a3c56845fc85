import { computeAverage, type ScoreSum } from './percentage.ts'

/** Which attempt of a student counts where several have ended. */
export const countingRules = ['last', 'best', 'average'] as const
export type CountingRule = (typeof countingRules)[number]

/** An attempt that has ended and is not void. */
export type EndedAttempt = {
  readonly id: string
  readonly startedAt: number
  readonly score: number
  readonly total: number
}

/**
 * Finds the attempt that counts for a student at one exam; null where their average counts, or
 * there is none.
 */
export function findCounted<A extends EndedAttempt>(
  attempts: readonly A[],
  rule: CountingRule,
): A | null {
  if (rule === 'average') return null
  const newestFirst = attempts.toSorted(compareNewest)
  // Attempts of the same rank stay newest first: sorting is stable.
  const ordered = rule === 'last' ? newestFirst : newestFirst.toSorted(compareBest)
  return ordered[0] ?? null
}

function compareNewest(one: EndedAttempt, other: EndedAttempt): number {
  return other.startedAt - one.startedAt || (one.id < other.id ? -1 : 1)
}

/** Papers of one exam may differ in length: shares are compared, in whole numbers. */
function compareBest(one: EndedAttempt, other: EndedAttempt): number {
  return other.score * Math.max(1, one.total) - one.score * Math.max(1, other.total)
}

/** One student's share of an average over students: each student weighs the same. */
export function toScoreSums(
  attempts: readonly EndedAttempt[],
  rule: CountingRule,
): readonly ScoreSum[] {
  const counted = findCounted(attempts, rule)
  if (counted) return [{ sum: counted.score, total: counted.total, attempts: 1 }]
  return attempts.map(({ score, total }, index) => ({
    sum: score,
    total: total * attempts.length,
    attempts: index === 0 ? 1 : 0,
  }))
}

/** How an attempt counts, of a student with several. */
export type Counting = {
  readonly rule: CountingRule
  /** The number of all attempts. */
  readonly attempts: number
  /** Each of them, where their average counts. */
  readonly isCounted: boolean
  /** In percent; only where it counts. */
  readonly average?: number
}

/** By attempt; none where the student has no more than one. */
export function describeCounting(
  attempts: readonly EndedAttempt[],
  rule: CountingRule,
): ReadonlyMap<string, Counting> {
  if (attempts.length < 2) return new Map()
  const counted = findCounted(attempts, rule)
  const average = rule === 'average' ? (computeAverage(toScoreSums(attempts, rule)) ?? 0) : null
  return new Map(
    attempts.map(({ id }) => [
      id,
      {
        rule,
        attempts: attempts.length,
        isCounted: counted === null || counted.id === id,
        ...(average !== null && { average }),
      },
    ]),
  )
}
