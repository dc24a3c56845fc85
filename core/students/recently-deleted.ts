/** What was deleted can be restored for so long; then it is erased for good. */
export const restorableForDays = 30
export const restorableForMs = restorableForDays * 24 * 60 * 60 * 1000

export function getErasedAt(deletedAt: number): number {
  return deletedAt + restorableForMs
}

/** Restored up to the very moment that it is due to be erased. */
export function isRestorable(deletedAt: number, now: number): boolean {
  return now < getErasedAt(deletedAt)
}

/** Deleted after this, it can still be restored. */
export function getRestorableCutoff(now: number): number {
  return now - restorableForMs
}
