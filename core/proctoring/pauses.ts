/** A period in which the clock stood still; one that lasts has no end. */
export type Pause = { readonly at: number; readonly endedAt: number | null }

export function isDuringPause(pauses: readonly Pause[], at: number): boolean {
  return pauses.some((one) => at >= one.at && at <= (one.endedAt ?? Number.POSITIVE_INFINITY))
}

/** How much of these milliseconds from `at` on lies in pauses. */
export function countPausedMs(pauses: readonly Pause[], at: number, durationMs: number): number {
  const until = at + durationMs
  return pauses.reduce((sum, one) => {
    const ms = Math.min(until, one.endedAt ?? until) - Math.max(at, one.at)
    return sum + Math.max(0, ms)
  }, 0)
}
