import { isBusy, retryAfterMs } from './api.ts'

const mostTries = 5
const longestMs = 15_000

/** A call that may be made twice is made again where the server was only busy. */
export function comesBack(failures: number, fault: Error): boolean {
  return isBusy(fault) && failures < mostTries
}

/** When the server said, or after 1, 2, 4 … 15 s, a little apart for each of a class. */
export function comesBackAfterMs(failures: number, fault: Error): number {
  const doubled = Math.min(longestMs, 1000 * 2 ** failures)
  return Math.max(retryAfterMs(fault), doubled) * (1 + Math.random() / 2)
}
