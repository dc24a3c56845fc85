import { getBackoffMs } from '../retry/backoff.ts'

/** A panel hears of news within 10 s below this many students who are logged in, else within 30 s. */
export const manyStudents = 500

/** The rest of the 10 or 30 s is for the two calls that follow. */
export function getPollAfterSeconds(loggedInStudents: number): number {
  return loggedInStudents < manyStudents ? 8 : 26
}

const maxPauseMs = 60_000

/**
 * When a panel asks again: a class spreads over the last quarter of the time. After failures it
 * asks ever less often, and never earlier than the server wants. `jitter` is random, 0 to 1.
 */
export function getNewsDelayMs(
  { pollAfterSeconds, failures }: { pollAfterSeconds: number; failures: number },
  jitter: number,
  retryAfterMs = 0,
): number {
  const usualMs = pollAfterSeconds * 1000 * (0.75 + jitter / 4)
  if (failures === 0) return usualMs
  const backoff = { firstMs: pollAfterSeconds * 1000, maxMs: maxPauseMs, spread: 0.25 }
  return Math.max(retryAfterMs * (1 + jitter / 2), getBackoffMs(failures, jitter, backoff))
}
