import { formatCount, pluralize } from '#contract/format.ts'
import type { KeyReveal } from '#contract/key-guard.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spoken } from '../../ui/status.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Release } from './release-buttons.tsx'
import css from './release-progress.module.css'

export function ReleaseProgress(props: Release) {
  const { progress, release, unrelease } = props
  const canUndo = progress?.secondsToUndo != null
  return (
    <div className={css.progress}>
      <Spoken>{toSpokenStatus(progress)}</Spoken>
      {release.isError && (
        <Notice tone="danger">Failed to send result emails. {release.error.message}</Notice>
      )}
      {unrelease.isError && (
        <Notice tone="danger">The result was not taken back. {unrelease.error.message}</Notice>
      )}
      {canUndo && <UndoRelease {...props} />}
      {!canUndo && progress?.state === 'idle' && progress.toldBefore > 0 && (
        <Notice>The result is released. {describeNotifiedBefore(progress)}</Notice>
      )}
      {!canUndo && release.data?.queued === 0 && isNobodyNotified(progress) && (
        <Notice>The result is released. There is nobody to email yet.</Notice>
      )}
      {!canUndo && progress?.state === 'sending' && <SendingBar {...progress} />}
      {progress?.state === 'done' && (
        <Notice tone={progress.isMailSetUp ? 'ok' : 'info'}>{describeSent(progress)}</Notice>
      )}
      {progress?.state === 'failed' && (
        <Notice tone="danger">
          {progress.message}
          {progress.sent === 0 && ` ${pluralize(progress.failed, 'email')} did not arrive.`}
          <span className={css.again}>
            <Button size="row" busy={release.isPending} onClick={() => release.mutate(true)}>
              Send again to {formatCount(progress.failed)}
            </Button>
          </span>
        </Notice>
      )}
    </div>
  )
}

type Progress = Omit<NonNullable<Release['progress']>, keyof KeyReveal>

function isNobodyNotified(progress: Release['progress']) {
  return progress?.state === 'idle' && progress.toldBefore === 0
}

/** "Result emails sent successfully. 1,250 of 1,250.", and what else there is to say. */
export function describeSent(progress: Progress): string {
  const { message, sent, total } = progress
  const reached = `${formatCount(sent)} of ${formatCount(total)}.`
  const parts = [message, reached, describeCorrected(progress), describeNotifiedBefore(progress)]
  return parts.filter(Boolean).join(' ')
}

function describeCorrected({ corrected, total }: Progress) {
  if (corrected === 0) return ''
  if (corrected === total)
    return total === 1 ? 'It is a corrected result.' : 'All are corrected results.'
  return corrected === 1
    ? '1 is a corrected result.'
    : `${formatCount(corrected)} are corrected results.`
}

/** They are not emailed again. */
function describeNotifiedBefore({ toldBefore: count }: Progress) {
  if (count === 0) return ''
  return `${pluralize(count, 'student')} had the same result from an earlier release.`
}

function SendingBar({ sent, failed, total, message, isMailSetUp }: Progress) {
  const done = total > 0 ? (sent + failed) / total : 0
  return (
    <Card padded>
      <div className={css.head}>
        <b>{message}</b>
        <span>
          {formatCount(sent)} of {formatCount(total)} emails {isMailSetUp ? 'sent' : 'written'}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label="Result emails"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={sent}
        className={css.bar}
      >
        <span style={{ width: `${done * 100}%` }} />
      </div>
      <p>You can leave this page: sending continues, and the outcome is shown here.</p>
    </Card>
  )
}

/** Announces the start, the half and the end, not every email. */
function toSpokenStatus(progress: Release['progress']) {
  if (!progress || progress.state === 'idle') return ''
  const { state, sent, total, message, secondsToUndo, isMailSetUp } = progress
  // The notice of it is spoken.
  if (state === 'done' && isMailSetUp) return ''
  if (secondsToUndo !== null) return 'The result is released. For 10 seconds it can be undone.'
  if (state !== 'sending' || sent * 2 < total) return message
  return `Half of the emails are ${isMailSetUp ? 'sent' : 'written'}.`
}

const undoReason = 'Undone within 10 seconds'

/** Until the first email is sent, a mistaken release can be undone without a trace. */
function UndoRelease({ progress, unrelease }: Release) {
  const seconds = progress?.secondsToUndo ?? 0
  const waitingCount = (progress?.total ?? 0) - (progress?.sent ?? 0) - (progress?.failed ?? 0)
  const handleUndo = async () => showToast((await unrelease.mutateAsync(undoReason)).message)
  return (
    <Card padded className={css.undo}>
      <p>
        <b>The result is released.</b>{' '}
        {waitingCount > 0
          ? `${pluralize(waitingCount, 'email')} will ${progress?.isMailSetUp ? 'leave' : 'be written'} in `
          : 'It can be undone for '}
        <span role="timer" aria-live="off">
          {seconds} s
        </span>
        .
      </p>
      <Button busy={unrelease.isPending} onClick={() => handleUndo().catch(() => undefined)}>
        Undo
      </Button>
    </Card>
  )
}
