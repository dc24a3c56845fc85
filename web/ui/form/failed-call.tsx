import { getRetryAfterMs } from '../../client/request.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import { Notice } from '../notice.tsx'
import { RetryTime } from './retry-time.tsx'
import { describeFailure, isRateLimited } from './use-form.ts'

/** Why a call failed, for steps and dialogs that are no form of an endpoint. */
export type FailedCall = {
  readonly message: string
  readonly isRateLimited: boolean
  /** When the server takes the call again, in milliseconds since 1970; null if it did not say. */
  readonly waitsUntil: number | null
}

/** `fallbackMessage` is for calls to which the server gave no answer of its own. */
export function toFailedCall(cause: unknown, fallbackMessage?: string): FailedCall {
  const waitMs = getRetryAfterMs(cause)
  return {
    message: describeFailure(cause, fallbackMessage),
    isRateLimited: isRateLimited(cause),
    waitsUntil: waitMs > 0 ? getServerTime() + waitMs : null,
  }
}

/** True until the server takes the call again. */
export function useIsWaiting(failure: FailedCall | null): boolean {
  return useSecondsLeft(failure?.waitsUntil ?? 0) > 0
}

export function FailedCallNotice({ failure }: { failure: FailedCall | null }) {
  if (!failure) return null
  const { message, waitsUntil } = failure
  return (
    <Notice tone="danger">
      {message}{' '}
      {waitsUntil !== null && (
        <RetryTime
          lead={failure.isRateLimited ? 'Please try again' : 'You can try again'}
          waitsUntil={waitsUntil}
        />
      )}
    </Notice>
  )
}
