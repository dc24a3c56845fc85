import type { ReactNode } from 'react'
import { FieldError } from '../../ui/form/field-frame.tsx'
import { useField } from '../../ui/form/form-state.ts'
import type { KindEditorProps } from './kind-screens.ts'
import css from './option-list.module.css'
import { type OptionMark, OptionRow } from './option-row.tsx'

type OptionListProps = Omit<KindEditorProps, 'hasHint'> & {
  readonly hint: ReactNode
  readonly mark: OptionMark
  /** The option with this key was marked. */
  readonly onMark: (key: string) => void
}

/** The options of a question while it is written, with the mark that its kind gives the right ones. */
export function OptionList({ question, readOnly, hint, mark, onMark, onEdit }: OptionListProps) {
  const countField = useField('options')
  const markField = useField(mark.field)
  return (
    <fieldset className={css.options}>
      <legend>Options</legend>
      {hint && <p className={css.hint}>{hint}</p>}
      {question.options.map((option, at) => (
        <OptionRow
          key={option.key}
          option={option}
          at={at}
          mark={mark}
          readOnly={readOnly}
          onMark={() => onMark(option.key)}
          onChange={(patch) =>
            onEdit(({ options }) => ({
              options: options.map((one) => (one.key === option.key ? { ...one, ...patch } : one)),
            }))
          }
        />
      ))}
      <FieldError id={countField.id} error={countField.error} />
      <FieldError id={markField.id} error={markField.error} />
    </fieldset>
  )
}
