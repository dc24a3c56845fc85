import { formatDuration } from '#contract/format.ts'
import { NetworkFault, Refused } from '../../api.ts'
import { Notice } from '../../kit/notice.tsx'

/** Why the form did not get through; everything typed still stands. */
export function FailureNotice({ cause }: { cause: unknown }) {
  if (!cause) return null
  return (
    <Notice tone="danger">
      <p>
        <b>Failed to submit form</b>
      </p>
      <p>{reasonOf(cause)} Nothing you typed is lost.</p>
    </Notice>
  )
}

function reasonOf(cause: unknown): string {
  if (cause instanceof NetworkFault) return cause.message
  if (!(cause instanceof Refused)) return 'Something went wrong. Please try again.'
  const { message, retryAfterSeconds } = cause
  if (!retryAfterSeconds) return message
  return `${message} You can try again in ${formatDuration(retryAfterSeconds * 1000)}.`
}
