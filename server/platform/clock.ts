/** The wall clock as it was at the start, and from then on monotonic: it never jumps. */
export function createMonotonicClock(): () => number {
  const startedAt = Date.now() - performance.now()
  return () => Math.round(startedAt + performance.now())
}
