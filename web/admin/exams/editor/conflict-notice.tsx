import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import css from './conflict-notice.module.css'

type ConflictNoticeProps = { readonly onKeepMine: () => void; readonly onTakeTheirs: () => void }

/** Two have changed the same test; nobody's words are replaced unasked. */
export function ConflictNotice({ onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  return (
    <Notice tone="warn">
      <strong>This test has been changed since you began.</strong> It was saved by someone else, or
      in another tab. Below is what you typed. Keep yours, and Update puts it in place of theirs; or
      take theirs, and what you typed is dropped.
      <div className={css.buttons}>
        <Button onClick={onKeepMine}>Keep mine</Button>
        <Button onClick={onTakeTheirs}>Take theirs</Button>
      </div>
    </Notice>
  )
}
