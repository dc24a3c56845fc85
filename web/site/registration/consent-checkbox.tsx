import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldError } from '../../ui/form/field-frame.tsx'
import { useField } from '../../ui/form/form-state.ts'
import css from './consent-checkbox.module.css'

export type ConsentName = 'privacyConsent' | 'guardianConsent'

type ConsentCheckboxProps = {
  readonly name: ConsentName
  readonly checked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly children: ReactNode
}

/** A required checkbox, with its error below it. */
export function ConsentCheckbox({ name, checked, onChange, children }: ConsentCheckboxProps) {
  const { id, error } = useField(name)
  return (
    <div className={css.consent}>
      <Checkbox
        id={id}
        name={name}
        value="true"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {children}
      </Checkbox>
      <FieldError id={id} error={error} />
    </div>
  )
}
