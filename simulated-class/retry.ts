import { setTimeout as pause } from 'node:timers/promises'
import type { RandomNumber } from '#core/random.ts'
import { getCallRetryMs } from '#core/retry/backoff.ts'
import type { HttpReply } from './http-client.ts'

/** The server is busy or cannot be reached. */
export function isBusy({ status }: Pick<HttpReply, 'status'>): boolean {
  return status === 503 || status === 0
}

/** As seen through a proxy, and from an address that may have used up its limits. */
export function isPassing(reply: Pick<HttpReply, 'status'>): boolean {
  return isBusy(reply) || [429, 502, 504].includes(reply.status)
}

export type RetryOptions<R extends HttpReply = HttpReply> = {
  readonly maxTries: number
  /** Whether another try is worth it. */
  readonly canRetry?: (reply: HttpReply) => boolean
  readonly random?: RandomNumber
  /** Ends a pause at once, and makes no other call. */
  readonly signal?: AbortSignal
  /** Sees each reply that is followed by another try. */
  readonly onRetry?: (reply: R) => void
  readonly getPauseMs?: (reply: HttpReply, tries: number) => number
}

/** Retries as the screens do, and waits as long as the server asks for. @returns the last reply */
export async function retry<R extends HttpReply>(
  send: () => Promise<R>,
  options: RetryOptions<R>,
): Promise<R> {
  const { maxTries, canRetry = isBusy, random = Math.random, signal, onRetry } = options
  const getPauseMs =
    options.getPauseMs ??
    (({ retryAfterMs }, tries) => getCallRetryMs(tries, random(), retryAfterMs))
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted()
    const reply = await send()
    if (!canRetry(reply) || tries === maxTries) return reply
    onRetry?.(reply)
    await pause(getPauseMs(reply, tries), undefined, signal && { signal })
  }
}
