export type Backoff = {
  readonly firstMs: number
  readonly maxMs: number
  /** 0 to 1: how much shorter or longer a pause may be, so that clients do not retry together. */
  readonly spread: number
}

/** Doubles with each failure, counted from 1; `jitter` is a random number from 0 to 1. */
export function getBackoffMs(
  failures: number,
  jitter: number,
  { firstMs, maxMs, spread }: Backoff,
): number {
  const pauseMs = Math.min(maxMs, firstMs * 2 ** (failures - 1))
  return pauseMs * (1 - spread + 2 * spread * jitter)
}

const callBackoff: Backoff = { firstMs: 1000, maxMs: 15_000, spread: 0.25 }

/**
 * How long a browser waits before it retries a call: 1, 2, 4 … 15 s after 1, 2, 3 … failures, and
 * never less than the server asked for. The jitter spreads a class that failed together.
 */
export function getCallRetryMs(failures: number, jitter: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs * (1 + jitter / 2), getBackoffMs(failures, jitter, callBackoff))
}
