import { type ComponentProps, useState } from 'react'
import css from './field.module.css'
import { FieldFrame, type FieldFrameOptions } from './field-frame.tsx'
import { splitFieldProps } from './text-field.tsx'

export type PasswordFieldProps = FieldFrameOptions & Omit<ComponentProps<'input'>, 'type'>

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const { frameProps, rest } = splitFieldProps(props)
  return (
    <FieldFrame {...frameProps} id={rest.id}>
      {(bindings) => (
        <div className={css.password}>
          <input
            {...rest}
            {...bindings}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="off"
            spellCheck={false}
            className={css.control}
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label="Show password"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
