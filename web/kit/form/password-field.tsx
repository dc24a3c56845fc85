import { type ComponentProps, useState } from 'react'
import css from './field.module.css'
import { FieldFrame, type FieldLook } from './field-frame.tsx'
import { split } from './text-field.tsx'

export type PasswordFieldProps = FieldLook & Omit<ComponentProps<'input'>, 'type'>

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const { look, rest } = split(props)
  return (
    <FieldFrame {...look} id={rest.id}>
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
