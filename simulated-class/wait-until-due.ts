import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits for a moment of `performance.now()`. A timer may fire up to a millisecond early.
 * @returns the moment that a call made now counts from: its own where it is early, else when it was due
 */
export async function waitUntilDue(dueAt: number, signal?: AbortSignal): Promise<number> {
  const earlyMs = dueAt - performance.now()
  if (earlyMs > 0) await pause(earlyMs, undefined, signal && { signal })
  return Math.min(dueAt, performance.now())
}
