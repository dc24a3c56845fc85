import type { ComponentProps } from 'react'
import css from './field.module.css'
import { type FieldLook, GroupFrame } from './field-frame.tsx'
import { nameOf, type Option, split, wordOf } from './text-field.tsx'

export type ChoiceFieldProps = FieldLook &
  Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> & {
    readonly options: readonly Option[]
    readonly value?: string
    readonly onChoose?: (value: string) => void
  }

/** Two or three options as cards; more belong in a select. */
export function ChoiceField({ options, value, onChoose, ...props }: ChoiceFieldProps) {
  const { look, rest } = split(props)
  const { id, defaultValue, ...input } = rest
  return (
    <GroupFrame {...look} id={id}>
      {(bindings) => (
        <div className={css.choices} data-invalid={look.error ? true : undefined}>
          {options.map((option, index) => (
            <label key={wordOf(option)} className={css.choice}>
              <input
                {...input}
                // The summary's link leads to the first one.
                id={index === 0 ? bindings.id : undefined}
                type="radio"
                value={wordOf(option)}
                checked={value === undefined ? undefined : value === wordOf(option)}
                defaultChecked={value === undefined ? defaultValue === wordOf(option) : undefined}
                onChange={onChoose ? () => onChoose(wordOf(option)) : undefined}
              />
              {nameOf(option)}
            </label>
          ))}
        </div>
      )}
    </GroupFrame>
  )
}
