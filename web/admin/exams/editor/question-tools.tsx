import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconEye,
  IconListNumbers,
  IconTrash,
} from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { parsePlace } from '#core/questions/question-order.ts'
import { isBlank } from '../../../questions/kind-editors.ts'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toFieldId } from '../../../ui/form/form-state.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import layout from '../../../ui/layout.module.css'
import { QuestionPreview } from './question-preview.tsx'
import css from './question-tools.module.css'
import { copyQuestion, type DraftActions } from './use-editor.ts'

type QuestionToolsProps = {
  readonly question: QuestionDraft
  readonly number: number
  readonly count: number
  readonly change: DraftActions
}

export function QuestionTools({ question, number, count, change }: QuestionToolsProps) {
  const [isMoving, setMoving] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  const { key } = question
  const isFirst = number === 1
  const isLast = number === count

  const handleMove = (to: number) => {
    flushSync(() => {
      setMoving(false)
      change.move(key, to)
    })
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
        <IconButton name={`Move question ${number} up`} onClick={() => handleMove(number - 2)}>
          <IconArrowUp aria-hidden="true" />
        </IconButton>
      )}
      {!isLast && (
        <IconButton name={`Move question ${number} down`} onClick={() => handleMove(number)}>
          <IconArrowDown aria-hidden="true" />
        </IconButton>
      )}
      {count > 2 && (
        <IconButton name={`Move question ${number} to a place`} onClick={() => setMoving(true)}>
          <IconListNumbers aria-hidden="true" />
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
      {isMoving && (
        <MoveDialog
          number={number}
          count={count}
          onMove={handleMove}
          onClose={() => setMoving(false)}
        />
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

type MoveDialogProps = {
  readonly number: number
  readonly count: number
  /** To a place from 0. */
  readonly onMove: (to: number) => void
  readonly onClose: () => void
}

function MoveDialog({ number, count, onMove, onClose }: MoveDialogProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // This form stands inside the one of the test, which must not be sent.
    event.stopPropagation()
    const place = parsePlace(typed, count)
    if (place === null) setError(`Enter a number from 1 to ${count}`)
    else onMove(place)
  }
  return (
    <Dialog opened onClose={onClose} title={`Move question ${number}`} width={440} compact>
      <form
        className={layout.stack}
        noValidate
        onSubmit={handleSubmit}
        onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
      >
        <TextField
          label="Its new number"
          hint={`1 to ${count}`}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          value={typed}
          error={error}
          onChange={({ target }) => {
            setTyped(target.value)
            setError(undefined)
          }}
        />
        <div className={css.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary">
            Move
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function focus(id: string) {
  document.getElementById(id)?.focus()
}
