export type Backoff = {
  readonly firstMs: number
  readonly maxMs: number
  /** 0 to 1: how much shorter or longer a pause may be, so that not all come back at once. */
  readonly spread: number
}

/** Doubles with each failure, from the first on; `jitter` is a random number from 0 to 1. */
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
 * How long a browser waits before it makes a call again: 1, 2, 4 … 15 s after that many failures,
 * and never less than the server asked for; a class that was sent away together comes back apart.
 */
export function getCallRetryMs(failures: number, jitter: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs * (1 + jitter / 2), getBackoffMs(failures, jitter, callBackoff))
}
