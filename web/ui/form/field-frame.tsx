import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import css from './field.module.css'

/** The props of every field, inside a form or on its own. */
export type FieldFrameOptions = {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string
  /** Adds "(optional)" to the label. */
  readonly optional?: boolean
  readonly hideLabel?: boolean
}

type FieldFrameProps = FieldFrameOptions & {
  readonly id?: string
  readonly children: (bindings: Bindings) => ReactNode
}

export type Bindings = {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** Label above, help between label and field, error below with its icon. */
export function FieldFrame({ id, children, ...options }: FieldFrameProps) {
  const generatedId = useId()
  const fieldId = id ?? generatedId
  return (
    <div className={css.field}>
      <label htmlFor={fieldId} className={options.hideLabel ? 'visually-hidden' : css.label}>
        {options.label}
        {options.optional && <span className={css.optional}> (optional)</span>}
      </label>
      <Hint id={fieldId} hint={options.hint} />
      {children(createBindings(fieldId, options))}
      <FieldError id={fieldId} error={options.error} />
    </div>
  )
}

/** Groups several inputs, such as radio buttons, under one label. */
export function GroupFrame({ id, children, ...options }: FieldFrameProps) {
  const generatedId = useId()
  const fieldId = id ?? generatedId
  const bindings = createBindings(fieldId, options)
  return (
    <fieldset className={css.field} aria-describedby={bindings['aria-describedby']}>
      <legend className={options.hideLabel ? 'visually-hidden' : css.label}>
        {options.label}
        {options.optional && <span className={css.optional}> (optional)</span>}
      </legend>
      <Hint id={fieldId} hint={options.hint} />
      {children(bindings)}
      <FieldError id={fieldId} error={options.error} />
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

function createBindings(id: string, { hint, error }: FieldFrameOptions): Bindings {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  }
}
