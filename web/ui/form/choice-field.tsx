import { type ComponentProps, useState } from 'react'
import css from './field.module.css'
import { type FieldFrameOptions, GroupFrame } from './field-frame.tsx'
import { getOptionName, getOptionValue, type Option, splitFieldProps } from './text-field.tsx'

export type ChoiceFieldProps = FieldFrameOptions &
  Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> & {
    readonly options: readonly Option[]
    readonly value?: string
    readonly onChoose?: (value: string) => void
  }

/** Two or three options as cards; more belong in a select. */
export function ChoiceField({ options, value, onChoose, ...props }: ChoiceFieldProps) {
  const { frameProps, rest } = splitFieldProps(props)
  const { id, defaultValue, ...input } = rest
  const [ownValue, setOwnValue] = useState(defaultValue)
  const chosen = value ?? ownValue
  return (
    <GroupFrame {...frameProps} id={id} role="radiogroup">
      {(bindings) => (
        <div className={css.choices} data-invalid={frameProps.error ? true : undefined}>
          {options.map((option, index) => (
            <label
              key={getOptionValue(option)}
              className={css.choice}
              data-chosen={chosen === getOptionValue(option) || undefined}
            >
              <input
                {...input}
                // The error summary links to the first option.
                id={index === 0 ? bindings.id : undefined}
                type="radio"
                value={getOptionValue(option)}
                checked={chosen === getOptionValue(option)}
                onChange={() => {
                  setOwnValue(getOptionValue(option))
                  onChoose?.(getOptionValue(option))
                }}
              />
              {getOptionName(option)}
            </label>
          ))}
        </div>
      )}
    </GroupFrame>
  )
}
