import { getCallRetryMs } from '#core/retry/backoff.ts'
import { getRetryAfterMs, isServerBusy, NetworkError, RefusalError } from './request.ts'

const maxRetries = 5

/** True if the server was only busy and there are tries left. */
export function shouldRetry(failures: number, error: Error): boolean {
  return isServerBusy(error) && failures < maxRetries
}

/** True if the same call may well succeed later: no connection, or a fault of the server. */
export function isUnavailable(error: Error): boolean {
  return error instanceof NetworkError || (error instanceof RefusalError && error.status >= 500)
}

/** `failures` as TanStack Query counts them, without the current one. */
export function getRetryDelayMs(failures: number, error: Error): number {
  return getCallRetryMs(failures + 1, Math.random(), getRetryAfterMs(error))
}

/** Waits before a retry; ends early when the browser is online again. */
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
