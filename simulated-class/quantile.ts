/** The part of a distribution that a result keeps, in per cent of its values. */
export const keptPercents = [1, 5, 10, 25, 50, 75, 90, 95, 98, 99, 99.5, 99.9, 100] as const

/** Times in milliseconds, in the order of `keptPercents`. */
export type Quantiles = { readonly count: number; readonly ms: readonly number[] }

/** By nearest rank, so that each is a time that was measured; all 0 if nothing was. */
export function computeQuantiles(values: readonly number[]): Quantiles {
  const sorted = Float64Array.from(values).sort()
  const ms = keptPercents.map((percent) => roundFigure(pickNearestRank(sorted, percent)))
  return { count: sorted.length, ms }
}

export function getQuantile({ ms }: Quantiles, percent: (typeof keptPercents)[number]): number {
  return ms[keptPercents.indexOf(percent)] ?? 0
}

/** One of them as it was measured; 0 if nothing was. */
export function computeQuantile(values: readonly number[], percent: number): number {
  return pickNearestRank(Float64Array.from(values).sort(), percent)
}

function pickNearestRank(sorted: Float64Array, percent: number): number {
  // The rounding error of 99.9 % in binary must not raise the rank.
  const rank = Math.ceil((percent * sorted.length) / 100 - 1e-9)
  return sorted[Math.max(0, rank - 1)] ?? 0
}

/** To four significant digits, which is more than any of it is worth. */
export function roundFigure(value: number): number {
  return Number(value.toPrecision(4))
}
