import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

export type RateLimited = { readonly retryAfterSeconds: number }

/** Counts one; null when that was still within the limit. */
export async function consume(
  counter: Pick<RateLimiterMemory, 'consume'>,
  key: string,
): Promise<RateLimited | null> {
  try {
    await counter.consume(key)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return toRateLimited(refused)
    throw refused
  }
}

export function toRateLimited({ msBeforeNext }: RateLimiterRes): RateLimited {
  return { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
}
