import { useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { NetworkError, RefusalError } from '../../client/request.ts'
import { UploadCancelledError } from '../../client/upload.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { RetryTime } from '../../ui/form/retry-time.tsx'
import type { Failure } from '../../ui/form/use-form.ts'
import { Notice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import css from './registration-notices.module.css'
import { useDraftState } from './use-draft.ts'

/** The built page does not know its query, so the banner is rendered in the browser only. */
export function SuccessBanner() {
  const [search] = useSearchParams()
  const isInBrowser = useSyncExternalStore(neverChanges, isTrue, isFalse)
  if (!isInBrowser || !search.has('success')) return null
  return <Notice tone="ok">THANKS. Your registration is successful.</Notice>
}

const neverChanges = () => () => undefined
const isTrue = () => true
const isFalse = () => false

/** The page was left or loaded again before an answer came. */
export function InterruptedNotice() {
  const email = useDraftState().draft.answers.email?.trim()
  return (
    <Notice tone="warn">
      Your registration was being sent when this page was left, so it may have arrived. Look for our
      email at <b>{email || 'your email address'}</b>, or press Register again: that never makes a
      second account.
    </Notice>
  )
}

/** Says why the form was not sent; everything typed is still there. */
export function FailureNotice({ failure }: { failure: Failure | null }) {
  const { isUnanswered } = useDraftState().draft
  if (!failure) return null
  const { cause, waitsUntil } = failure
  const retryHint =
    isUnanswered && ' It may have arrived all the same: Register never makes a second account.'
  if (cause instanceof UploadCancelledError) {
    return <Notice>You stopped sending. Nothing you typed is lost.{retryHint}</Notice>
  }
  return (
    <Notice tone="danger">
      <p>
        <b>Failed to submit form</b>
      </p>
      <p>
        {describeCause(cause)}{' '}
        {waitsUntil !== null && <RetryTime lead="You can try again" waitsUntil={waitsUntil} />}{' '}
        Nothing you typed is lost.{retryHint}
      </p>
      {cause instanceof RefusalError && cause.code === 'sent-before' && <AlreadySentHint />}
      {cause instanceof RefusalError && cause.code === 'email-taken' && (
        <div className={css.actions}>
          <AccountLinks />
        </div>
      )}
    </Notice>
  )
}

/** The first call arrived, its reply was lost, and then something was changed. */
function AlreadySentHint() {
  const { renewKey } = useDraftState()
  const [isNewRegistration, setNewRegistration] = useState(false)
  const handleNewRegistration = () => {
    renewKey()
    setNewRegistration(true)
  }
  return (
    <div className={css.actions}>
      <AccountLinks />
      <Status>
        {isNewRegistration ? (
          'Press Register to send this as a new registration.'
        ) : (
          <>
            Was the first one for somebody else, or to a wrong address?{' '}
            <button type="button" onClick={handleNewRegistration}>
              Make this a new registration
            </button>
          </>
        )}
      </Status>
    </div>
  )
}

/** For people who have an account already. */
function AccountLinks() {
  return (
    <>
      <ButtonLink to={pagePaths.studentLogin}>Log in</ButtonLink>
      <ButtonLink to={pagePaths.studentForgotPassword}>Have a password sent</ButtonLink>
    </>
  )
}

function describeCause(cause: unknown): string {
  if (cause instanceof NetworkError) return 'We tried for two minutes and got no answer.'
  return cause instanceof RefusalError ? cause.message : 'Something went wrong. Please try again.'
}
