import type { ReactNode } from 'react'
import { FieldError } from '../../kit/form/field-frame.tsx'
import { useField } from '../../kit/form/form-state.ts'
import { Tick } from '../../kit/tick.tsx'
import css from './consent-tick.module.css'

export type ConsentName = 'privacyConsent' | 'guardianConsent'

type ConsentTickProps = {
  readonly name: ConsentName
  readonly checked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly children: ReactNode
}

/** A tick that the form cannot do without: what is missing is told below it. */
export function ConsentTick({ name, checked, onChange, children }: ConsentTickProps) {
  const { id, error } = useField(name)
  return (
    <div className={css.consent}>
      <Tick
        id={id}
        name={name}
        value="true"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {children}
      </Tick>
      <FieldError id={id} error={error} />
    </div>
  )
}
