import { RefusalError } from './request.ts'

/** True if the server is overloaded or restarting and asks to be called again later. */
export function isServerBusy(error: unknown): boolean {
  return error instanceof RefusalError && error.code === 'busy'
}

export function getRetryAfterMs(error: unknown): number {
  return error instanceof RefusalError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
}
