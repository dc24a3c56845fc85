/** Two clocks that differ by no more are taken to agree. */
export const maxDifferenceMs = 2_000

export function isDifferent(differenceMs: number): boolean {
  return Math.abs(differenceMs) > maxDifferenceMs
}

/** "2 h 0 min", "1 min 5 s", "3 s". */
export function formatDifference(differenceMs: number): string {
  const seconds = Math.round(Math.abs(differenceMs) / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return `${seconds} s`
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
