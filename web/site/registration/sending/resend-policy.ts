import { getCallRetryMs } from '#core/retry/backoff.ts'
import { getRetryAfterMs, NetworkError, RefusalError } from '../../../client/request.ts'

/** How long the form retries by itself while it is online. */
export const maxTryingMs = 120_000
/** A server that asks to retry is there, with a whole class in its queue. */
export const maxQueueingMs = 300_000

/** Why a try failed: no reply came, or the reply asks to try again. */
export type SendFailure = 'lost' | 'busy'

export function classifyFailure(cause: unknown): SendFailure | null {
  if (cause instanceof NetworkError) return 'lost'
  return cause instanceof RefusalError && cause.status === 503 ? 'busy' : null
}

/** True when the server has decided; otherwise the registration may or may not have arrived. */
export function isServerDecision(cause: unknown): boolean {
  return cause instanceof RefusalError && classifyFailure(cause) === null && cause.status < 500
}

type RetryState = {
  /** Failed tries so far; 1 or more. */
  readonly failures: number
  readonly spentMs: number
  /** 0 to 1: a class that was turned away together must not retry together. */
  readonly jitter: number
}

/** The wait before the next try; null when a person has to decide. */
export function getRetryPauseMs(
  cause: unknown,
  { failures, spentMs, jitter }: RetryState,
): number | null {
  if (classifyFailure(cause) === null) return null
  const pauseMs = getCallRetryMs(failures, jitter, getRetryAfterMs(cause))
  const isQueueing = cause instanceof RefusalError && cause.status === 503
  const maxMs = isQueueing ? maxQueueingMs : maxTryingMs
  return spentMs + pauseMs > maxMs ? null : pauseMs
}
