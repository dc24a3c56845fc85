import { pluralize } from '#core/text/pluralize.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/toast.tsx'
import css from './release-progress.module.css'
import type { Release } from './use-release.ts'

const undoReason = 'Undone within 10 seconds'

/** As long as no email has left, a slip of the hand leaves no trace outside. */
export function UndoRelease({ progress, unrelease }: Release) {
  const seconds = progress?.secondsToUndo ?? 0
  const waitingCount = (progress?.total ?? 0) - (progress?.sent ?? 0) - (progress?.failed ?? 0)
  const handleUndo = async () => showToast((await unrelease.mutateAsync(undoReason)).message)
  return (
    <Card padded className={css.undo}>
      <p>
        <b>The result is released.</b>{' '}
        {waitingCount > 0
          ? `${pluralize(waitingCount, 'email')} will leave in `
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
