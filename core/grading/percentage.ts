export type ScoreBand = 'excellent' | 'good' | 'practising'

export const bandMessages: Readonly<Record<ScoreBand, string>> = {
  excellent: 'Excellent!',
  good: 'Good effort!',
  practising: 'Keep practicing!',
}

/** Unrounded, 0 to 100: the band follows from it, only screens, emails and exports round. */
export function toPercentage(score: number, total: number): number {
  return total === 0 ? 0 : (score * 100) / total
}

export function getScoreBand(percentage: number): ScoreBand {
  if (percentage >= 80) return 'excellent'
  return percentage >= 60 ? 'good' : 'practising'
}

/** A tie like 0.15 may be stored as slightly less; no fraction of small numbers is this close. */
const tieTolerance = 1e-9

/**
 * To one decimal, half up, and cut where rounding would cross a band: 79.96 must not read 80 beside
 * the message for less than 80.
 */
export function roundPercentage(percentage: number): number {
  const tenths = percentage * 10
  const rounded = Math.floor(tenths + 0.5 + tieTolerance) / 10
  const isBandKept = getScoreBand(rounded) === getScoreBand(percentage)
  return isBandKept ? rounded : Math.floor(tenths) / 10
}

/** Marks of one or several attempts that could each reach the same total. */
export type ScoreSum = {
  readonly sum: number
  readonly total: number
  readonly attempts: number
}

const millionths = 1_000_000n

/**
 * The mean percentage, cut after six decimals; null if there are no attempts. Whole numbers are
 * added and divided once, so the order of attempts cannot change it.
 */
export function computeAverage(scores: readonly ScoreSum[]): number | null {
  const sumByTotal = new Map<number, number>()
  let attempts = 0
  for (const score of scores) {
    attempts += score.attempts
    sumByTotal.set(score.total, (sumByTotal.get(score.total) ?? 0) + score.sum)
  }
  if (attempts === 0) return null
  let [numerator, denominator] = [0n, 1n]
  for (const [total, sum] of sumByTotal) {
    if (total === 0) continue
    numerator = numerator * BigInt(total) + BigInt(sum) * denominator
    denominator *= BigInt(total)
  }
  const scaled = (numerator * 100n * millionths) / (denominator * BigInt(attempts))
  return Number(scaled) / Number(millionths)
}
