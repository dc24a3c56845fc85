/** Refusals with less than this between two of them are one stretch of refusing. */
const stretchGapMs = 5_000
/** After so long a stretch those who came last go first: the others have mostly given up. */
const newestFirstAfterMs = 5_000

/** The first and the last refusal of a stretch. */
export type Refusals = { readonly since: number; readonly last: number }

export function addRefusal(refusals: Refusals | null, at: number): Refusals {
  const isSame = refusals !== null && at - refusals.last <= stretchGapMs
  return { since: isSame ? refusals.since : at, last: at }
}

export function isNewestFirst(refusals: Refusals | null, at: number): boolean {
  return (
    refusals !== null &&
    at - refusals.last <= stretchGapMs &&
    at - refusals.since >= newestFirstAfterMs
  )
}

const weightOfLatest = 0.1

/** A moving average: it follows a change of the machine's speed within twenty jobs or so. */
export function averageIn(mean: number, latest: number): number {
  return mean + weightOfLatest * (latest - mean)
}
