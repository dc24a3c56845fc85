import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Status } from '../status.tsx'
import css from './field.module.css'

/** The props of every field, inside a form or on its own. */
export type FieldFrameOptions = {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string
  /** Adds "(optional)" to the label. */
  readonly optional?: boolean
  /** For screen readers; the form says it once for the others. */
  readonly required?: boolean
  readonly hideLabel?: boolean
  /** For an error that comes while the field has the focus, and without a try to send the form. */
  readonly speaksError?: boolean
}

type FieldFrameProps = FieldFrameOptions & {
  readonly id?: string
  readonly children: (bindings: Bindings) => ReactNode
}

export type Bindings = {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** Label above, help between label and field, error below with its icon. */
export function FieldFrame({ id, children, ...options }: FieldFrameProps) {
  const generatedId = useId()
  const fieldId = id ?? generatedId
  return (
    <div className={css.field}>
      <label
        id={toLabelId(fieldId)}
        htmlFor={fieldId}
        className={options.hideLabel ? 'visually-hidden' : css.label}
      >
        {options.label}
        {options.optional && <span className={css.optional}> (optional)</span>}
      </label>
      <Hint id={fieldId} hint={options.hint} />
      {children(createBindings(fieldId, options))}
      {options.speaksError ? (
        <Status className={css.spoken}>
          {options.error && <FieldError id={fieldId} error={options.error} />}
        </Status>
      ) : (
        <FieldError id={fieldId} error={options.error} />
      )}
    </div>
  )
}

type GroupFrameProps = FieldFrameProps & {
  /** `radiogroup` if one of its inputs may have to be chosen. */
  readonly role?: 'radiogroup'
}

/** For a file input, whose own words ("No file selected") would make its name another than its label. */
export function toLabelId(fieldId: string) {
  return `${fieldId}-label`
}

/** Groups several inputs, such as radio buttons, under one label. */
export function GroupFrame({ id, role, children, ...options }: GroupFrameProps) {
  const generatedId = useId()
  const fieldId = id ?? generatedId
  const bindings = createBindings(fieldId, options)
  return (
    <fieldset
      className={css.field}
      aria-describedby={bindings['aria-describedby']}
      {...(role && { role, 'aria-required': bindings['aria-required'] })}
    >
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

/** The error is read before the hint, which may be long. */
function createBindings(id: string, { hint, error, ...options }: FieldFrameOptions): Bindings {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-required': (options.required && !options.optional) || undefined,
    'aria-describedby': describedBy || undefined,
  }
}
