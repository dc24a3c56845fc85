import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/toast.tsx'
import { counted } from '../counted.ts'
import css from './release-progress.module.css'
import type { Release } from './use-release.ts'

const undone = 'Undone within 10 seconds'

/** As long as no email has left, a slip of the hand leaves no trace outside. */
export function UndoRelease({ progress, takeBack }: Release) {
  const seconds = progress?.secondsToUndo ?? 0
  const waiting = (progress?.total ?? 0) - (progress?.sent ?? 0) - (progress?.failed ?? 0)
  const handleUndo = async () => showToast((await takeBack.mutateAsync(undone)).message)
  return (
    <Card padded className={css.undo}>
      <p>
        <b>The result is released.</b>{' '}
        {waiting > 0 ? `${counted(waiting, 'email')} will leave in ` : 'It can be undone for '}
        <span role="timer" aria-live="off">
          {seconds} s
        </span>
        .
      </p>
      <Button busy={takeBack.isPending} onClick={() => handleUndo().catch(() => undefined)}>
        Undo
      </Button>
    </Card>
  )
}
