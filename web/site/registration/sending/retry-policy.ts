import { getRetryAfterMs, NetworkError, RefusalError } from '../../../client/request.ts'

/** How long the form goes on by itself while it is online. */
export const maxTryingMs = 120_000
/** A server that asks to come back is there, with a whole class before it. */
export const maxQueueingMs = 300_000
const maxPauseMs = 15_000

/** Why it did not get through this time: nobody answered, or whoever did asks to come back. */
export type SendFailure = 'lost' | 'busy'

export function classifyFailure(cause: unknown): SendFailure | null {
  if (cause instanceof NetworkError) return 'lost'
  // What a proxy says while the server behind it starts anew.
  return cause instanceof RefusalError && [502, 503, 504].includes(cause.status) ? 'busy' : null
}

/** Did the server decide? Else nobody knows whether it arrived. */
export function isServerDecision(cause: unknown): boolean {
  return cause instanceof RefusalError && classifyFailure(cause) === null && cause.status < 500
}

type RetryState = {
  /** How many have failed; 1 or more. */
  readonly failures: number
  readonly spentMs: number
  /** 0 to 1: a class that was sent away together does not come back together. */
  readonly jitter: number
}

/** How long to wait before the next try; null when a person has to decide. */
export function getRetryPauseMs(
  cause: unknown,
  { failures, spentMs, jitter }: RetryState,
): number | null {
  if (classifyFailure(cause) === null) return null
  const backoffMs = Math.min(maxPauseMs, 1000 * 2 ** (failures - 1))
  const pauseMs = Math.max(getRetryAfterMs(cause), backoffMs * (0.75 + jitter / 2))
  const isQueueing = cause instanceof RefusalError && cause.status === 503
  const maxMs = isQueueing ? maxQueueingMs : maxTryingMs
  return spentMs + pauseMs > maxMs ? null : pauseMs
}
