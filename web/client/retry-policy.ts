import { getCallRetryMs } from '#core/retry/backoff.ts'
import { getRetryAfterMs, isServerBusy } from './request.ts'

const maxRetries = 5

/** Retries a call that may be repeated if the server was only busy. */
export function shouldRetry(failures: number, error: Error): boolean {
  return isServerBusy(error) && failures < maxRetries
}

/** `failures` as TanStack Query counts them: those before this one. */
export function getRetryDelayMs(failures: number, error: Error): number {
  return getCallRetryMs(failures + 1, Math.random(), getRetryAfterMs(error))
}

/** Waits before a call is made again; the browser's return to the net ends it. */
export function waitBeforeRetry(failures: number, retryAfterMs = 0): Promise<void> {
  return new Promise((resolve) => {
    const proceed = () => {
      clearTimeout(timer)
      window.removeEventListener('online', proceed)
      resolve()
    }
    const timer = setTimeout(proceed, getCallRetryMs(failures, Math.random(), retryAfterMs))
    window.addEventListener('online', proceed)
  })
}
