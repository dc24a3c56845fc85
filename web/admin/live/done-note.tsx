import { IconCheck } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import css from './done-note.module.css'

type DoneNoteProps = {
  /** "5 students go on." */
  readonly done: string
  readonly onShowAll: () => void
}

/** Says what was done to students who may have left a filtered list since. */
export function DoneNote({ done, onShowAll }: DoneNoteProps) {
  return (
    <p className={css.note}>
      <IconCheck size={18} stroke={2} aria-hidden="true" />
      <span>{done} Students in another state have left this list.</span>
      <Button size="row" onClick={onShowAll}>
        Show all
      </Button>
    </p>
  )
}
