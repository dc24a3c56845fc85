import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import css from './field.module.css'

/** What every field has, in a form of ours or on its own. */
export type FieldLook = {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string
  /** Says "(optional)" behind the label. */
  readonly optional?: boolean
  readonly hideLabel?: boolean
}

type FieldFrameProps = FieldLook & {
  readonly id?: string
  readonly children: (bindings: Bindings) => ReactNode
}

export type Bindings = {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** Label above, help between label and field, error below with its icon. */
export function FieldFrame({ id, children, ...look }: FieldFrameProps) {
  const made = useId()
  const fieldId = id ?? made
  return (
    <div className={css.field}>
      <label htmlFor={fieldId} className={look.hideLabel ? 'visually-hidden' : css.label}>
        {look.label}
        {look.optional && <span className={css.optional}> (optional)</span>}
      </label>
      <Hint id={fieldId} hint={look.hint} />
      {children(bindingsOf(fieldId, look))}
      <FieldError id={fieldId} error={look.error} />
    </div>
  )
}

/** Several inputs under one question: radios, ticks. */
export function GroupFrame({ id, children, ...look }: FieldFrameProps) {
  const made = useId()
  const fieldId = id ?? made
  const bindings = bindingsOf(fieldId, look)
  return (
    <fieldset className={css.field} aria-describedby={bindings['aria-describedby']}>
      <legend className={look.hideLabel ? 'visually-hidden' : css.label}>
        {look.label}
        {look.optional && <span className={css.optional}> (optional)</span>}
      </legend>
      <Hint id={fieldId} hint={look.hint} />
      {children(bindings)}
      <FieldError id={fieldId} error={look.error} />
    </fieldset>
  )
}

function Hint({ id, hint }: { id: string; hint: ReactNode }) {
  if (!hint) return null
  return (
    <p id={`${id}-hint`} className={css.hint}>
      {hint}
    </p>
  )
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={`${id}-error`} className={css.error}>
      <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
      {error}
    </p>
  )
}

function bindingsOf(id: string, { hint, error }: FieldLook): Bindings {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  }
}
