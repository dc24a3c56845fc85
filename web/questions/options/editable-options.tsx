import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  maxOptionsPerQuestion,
  minOptionsPerQuestion,
  toOptionLetter,
} from '#core/questions/option-list.ts'
import { moveItem } from '#core/questions/question-order.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FieldError } from '../../ui/form/field-frame.tsx'
import { useField } from '../../ui/form/form-state.ts'
import { Spoken } from '../../ui/status.tsx'
import css from './editable-options.module.css'
import type { KindEditorProps } from './kind-screens.ts'
import {
  addOption,
  canAddOption,
  canRemoveOption,
  describeMove,
  patchOption,
  removeOption,
} from './option-edits.ts'
import { type OptionMark, OptionRow } from './option-row.tsx'
import type { OptionDraft } from './question-draft.ts'

type EditableOptionsProps = Omit<KindEditorProps, 'hasHint'> & {
  readonly hint: ReactNode
  /** Shown after their number. */
  readonly count?: string
  readonly mark: OptionMark
  /** The option with this key was marked. */
  readonly onMark: (key: string) => void
}

/** The options of a question while it is written, with the mark that its kind gives the right ones. */
export function EditableOptions(props: EditableOptionsProps) {
  const { question, readOnly, hint, count = '', mark, onMark, onEdit } = props
  const { options } = question
  const listId = useId()
  const countField = useField('options')
  const markField = useField(mark.field)
  const [move, setMove] = useState('')
  const [doomed, setDoomed] = useState<OptionDraft | null>(null)

  const focusIn = (at: number, selector: string) => {
    const row = document.getElementById(listId)?.children[at]
    row?.querySelector<HTMLElement>(selector)?.focus()
  }
  const handleMove = (option: OptionDraft, from: number, to: number, focused: string) => {
    if (to < 0 || to >= options.length) return
    flushSync(() => {
      onEdit((now) => ({ options: moveItem(now.options, option.key, to) }))
      setMove(describeMove(from, to))
    })
    focusIn(to, focused)
  }
  const handleAdd = () => {
    flushSync(() => onEdit((now) => ({ options: addOption(now.options) })))
    focusIn(options.length, 'textarea')
  }
  const remove = (option: OptionDraft) => {
    const at = options.indexOf(option)
    flushSync(() => onEdit((now) => ({ options: removeOption(now.options, option.key) })))
    focusIn(Math.min(at, options.length - 2), 'textarea')
  }

  return (
    <fieldset className={css.options}>
      <legend>Options</legend>
      {!readOnly && (
        <span className={css.count}>
          {options.length} options ({minOptionsPerQuestion} to {maxOptionsPerQuestion}){count}
        </span>
      )}
      {hint && <p className={css.hint}>{hint}</p>}
      <ol id={listId} className={css.list}>
        {options.map((option, at) => (
          <OptionRow
            key={option.key}
            option={option}
            at={at}
            mark={mark}
            readOnly={readOnly}
            onMark={() => onMark(option.key)}
            onChange={(patch) =>
              onEdit((now) => ({ options: patchOption(now.options, option.key, patch) }))
            }
            onMove={(to, focused) => handleMove(option, at, to, focused)}
            onRemove={
              canRemoveOption(options)
                ? () => (isEmpty(option) ? remove(option) : setDoomed(option))
                : undefined
            }
          />
        ))}
      </ol>
      <FieldError id={countField.id} error={countField.error} />
      <FieldError id={markField.id} error={markField.error} />
      {!readOnly && canAddOption(options) && (
        <button type="button" id={countField.id} className={css.add} onClick={handleAdd}>
          <IconPlus size={18} stroke={2} aria-hidden="true" />
          Add option {toOptionLetter(options.length)}
        </button>
      )}
      <Spoken>{move}</Spoken>
      {doomed && (
        <ConfirmDialog
          opened
          question={`Remove option ${toOptionLetter(options.findIndex(({ key }) => key === doomed.key))}?`}
          action="Remove option"
          onConfirm={async () => remove(doomed)}
          onClose={() => setDoomed(null)}
        >
          What you typed in it is lost.
        </ConfirmDialog>
      )}
    </fieldset>
  )
}

function isEmpty({ text, fileUrl, file }: OptionDraft): boolean {
  return !text && !fileUrl && !file
}
