import { getScoreBand, type ScoreBand } from '#core/grading/grade.ts'

export const binCount = 10

/** Counts scores of 0 to under 10 per cent, 10 to under 20, and so on; the last bin includes 100. */
export function countPerBin(percentages: readonly number[]): readonly number[] {
  const bins = Array.from({ length: binCount }, () => 0)
  for (const percentage of percentages) {
    const at = Math.min(binCount - 1, Math.floor(percentage / 10))
    bins[at] = (bins[at] ?? 0) + 1
  }
  return bins
}

/** At most five round steps that reach the highest bar. */
export function chooseTicks(maxCount: number): readonly number[] {
  const step = [1, 2, 5].flatMap((unit) => [1, 10, 100, 1000].map((ten) => unit * ten))
  const tickStep = step.toSorted((a, b) => a - b).find((width) => maxCount <= width * 5) ?? maxCount
  const count = Math.max(1, Math.ceil(maxCount / tickStep))
  return Array.from({ length: count + 1 }, (_, index) => index * tickStep)
}

export type BandCounts = Readonly<Record<ScoreBand, number>>

export function countPerBand(percentages: readonly number[]): BandCounts {
  const counts = { practising: 0, good: 0, excellent: 0 }
  for (const percentage of percentages) counts[getScoreBand(percentage)] += 1
  return counts
}
