import type { Obstacle } from '#core/live/actions.ts'

/** Attempts that an action skipped, by the reason. */
export type SkippedAttempts = { readonly why: Obstacle; readonly attemptIds: readonly string[] }

export function groupByObstacle(obstacles: ReadonlyMap<string, Obstacle>): SkippedAttempts[] {
  const groups = Map.groupBy(obstacles, ([, why]) => why)
  return [...groups].map(([why, some]) => ({ why, attemptIds: some.map(([id]) => id) }))
}

export function addSkipped(
  known: readonly SkippedAttempts[],
  obstacles: ReadonlyMap<string, Obstacle>,
): SkippedAttempts[] {
  const before = known.flatMap(({ why, attemptIds }) => attemptIds.map((id) => [id, why] as const))
  return groupByObstacle(new Map([...before, ...obstacles]))
}

export function countSkipped(notDone: readonly SkippedAttempts[]): number {
  return notDone.reduce((sum, { attemptIds }) => sum + attemptIds.length, 0)
}
