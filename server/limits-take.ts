import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limited } from './deps.ts'

/** Counts one; null when that was still within the limit. */
export async function take(
  counter: Pick<RateLimiterMemory, 'consume'>,
  key: string,
): Promise<Limited | null> {
  try {
    await counter.consume(key)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return secondsOf(refused)
    throw refused
  }
}

export function secondsOf({ msBeforeNext }: RateLimiterRes): Limited {
  return { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
}
