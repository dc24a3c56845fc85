import { useState } from 'react'
import { formatDuration } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { NetworkFault, Refused } from '../../api.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useDraftState } from './draft-context.ts'
import css from './failure-notice.module.css'
import { Stopped } from './sending/use-sending.ts'

/** Why the form did not get through; everything typed still stands. */
export function FailureNotice({ cause }: { cause: unknown }) {
  const { isUnanswered } = useDraftState().draft
  if (!cause) return null
  const again =
    isUnanswered && ' It may have arrived all the same: Register never makes a second account.'
  if (cause instanceof Stopped) {
    return <Notice>You stopped sending. Nothing you typed is lost.{again}</Notice>
  }
  return (
    <Notice tone="danger">
      <p>
        <b>Failed to submit form</b>
      </p>
      <p>
        {reasonOf(cause)} Nothing you typed is lost.{again}
      </p>
      {cause instanceof Refused && cause.code === 'sent-before' && <SentBefore />}
    </Notice>
  )
}

/** The first sending arrived, its answer did not, and then something was changed. */
function SentBefore() {
  const { renewKey } = useDraftState()
  const [isAnother, setAnother] = useState(false)
  const handleAnother = () => {
    renewKey()
    setAnother(true)
  }
  return (
    <div className={css.ways}>
      <ButtonLink to={pagePaths.studentLogin}>Log in</ButtonLink>
      <ButtonLink to={pagePaths.studentForgotPassword}>Have a password sent</ButtonLink>
      <p role="status">
        {isAnother ? (
          'Press Register to send this as a new registration.'
        ) : (
          <>
            Was the first one for somebody else, or to a wrong address?{' '}
            <button type="button" onClick={handleAnother}>
              Make this a new registration
            </button>
          </>
        )}
      </p>
    </div>
  )
}

function reasonOf(cause: unknown): string {
  if (cause instanceof NetworkFault) return 'We tried for two minutes and got no answer.'
  if (!(cause instanceof Refused)) return 'Something went wrong. Please try again.'
  const { message, retryAfterSeconds } = cause
  if (!retryAfterSeconds) return message
  return `${message} You can try again in ${formatDuration(retryAfterSeconds * 1000)}.`
}
