import { getRetryAfterMs, isServerBusy } from './request.ts'

const maxRetries = 5
const maxDelayMs = 15_000

/** A call that may be made twice is made again where the server was only busy. */
export function shouldRetry(failures: number, error: Error): boolean {
  return isServerBusy(error) && failures < maxRetries
}

/** When the server said, or after 1, 2, 4 … 15 s, a little apart for each of a class. */
export function getRetryDelayMs(failures: number, error: Error): number {
  const backoffMs = Math.min(maxDelayMs, 1000 * 2 ** failures)
  return Math.max(getRetryAfterMs(error), backoffMs) * (1 + Math.random() / 2)
}
