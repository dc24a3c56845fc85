import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './conflict-notice.module.css'

type ConflictNoticeProps = {
  /** Says what was changed by somebody else, and what follows from each choice. */
  readonly children: ReactNode
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Two people have changed the same record: nobody's words are replaced unasked. */
export function ConflictNotice({ children, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  return (
    <Notice tone="warn">
      {children}
      <div className={css.buttons}>
        <Button size="row" onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button size="row" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </Notice>
  )
}
