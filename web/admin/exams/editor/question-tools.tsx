import { IconArrowDown, IconArrowUp, IconCopy, IconEye, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { isBlank, type QuestionDraft } from '../../../questions/options/question-draft.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toFieldId } from '../../../ui/form/form-state.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QuestionPreview } from './question-preview.tsx'
import css from './question-tools.module.css'
import { copyQuestion, type DraftActions } from './use-editor.ts'

type QuestionToolsProps = {
  readonly question: QuestionDraft
  readonly number: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly change: DraftActions
}

export function QuestionTools({ question, number, isFirst, isLast, change }: QuestionToolsProps) {
  const [isAsking, setAsking] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  const { key } = question

  const handleMove = (by: 1 | -1) => {
    flushSync(() => change.move(key, by))
    focus(`${key}-heading`)
  }
  const handleCopy = () => {
    const copy = copyQuestion(question)
    flushSync(() => change.insert(copy, key))
    focus(toFieldId(copy.key, 'question'))
  }
  const remove = async () => {
    const card = document.getElementById(key)
    const next = isLast ? card?.previousElementSibling : card?.nextElementSibling
    flushSync(() => change.remove(key))
    focus(`${next?.id}-heading`)
  }

  return (
    <div className={css.tools}>
      {!isFirst && (
        <IconButton name={`Move question ${number} up`} onClick={() => handleMove(-1)}>
          <IconArrowUp aria-hidden="true" />
        </IconButton>
      )}
      {!isLast && (
        <IconButton name={`Move question ${number} down`} onClick={() => handleMove(1)}>
          <IconArrowDown aria-hidden="true" />
        </IconButton>
      )}
      <IconButton name={`Preview question ${number}`} onClick={() => setPreviewed(true)}>
        <IconEye aria-hidden="true" />
      </IconButton>
      <IconButton name={`Duplicate question ${number}`} onClick={handleCopy}>
        <IconCopy aria-hidden="true" />
      </IconButton>
      {!(isFirst && isLast) && (
        <IconButton
          name={`Delete question ${number}`}
          onClick={() => (isBlank(question) ? remove() : setAsking(true))}
        >
          <IconTrash aria-hidden="true" />
        </IconButton>
      )}
      {isPreviewed && (
        <Dialog
          opened
          onClose={() => setPreviewed(false)}
          title={`Question ${number}, as a student sees it`}
        >
          <QuestionPreview question={question} />
        </Dialog>
      )}
      <ConfirmDialog
        opened={isAsking}
        question={`Delete question ${number}?`}
        action="Delete question"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        What you typed in it is lost.
      </ConfirmDialog>
    </div>
  )
}

function focus(id: string) {
  document.getElementById(id)?.focus()
}
