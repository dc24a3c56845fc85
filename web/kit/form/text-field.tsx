import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import css from './field.module.css'
import { FieldFrame, type FieldLook } from './field-frame.tsx'

export type TextFieldProps = FieldLook &
  ComponentProps<'input'> & {
    readonly icon?: ReactNode
  }

export function TextField({ icon, ...props }: TextFieldProps) {
  const { look, rest } = split(props)
  return (
    <FieldFrame {...look} id={rest.id}>
      {(bindings) => {
        const input = <input {...rest} {...bindings} className={css.control} />
        if (!icon) return input
        return (
          <div className={css.withIcon}>
            {icon}
            {input}
          </div>
        )
      }}
    </FieldFrame>
  )
}

export type AreaFieldProps = FieldLook & ComponentProps<'textarea'>

export function AreaField(props: AreaFieldProps) {
  const { look, rest } = split(props)
  return (
    <FieldFrame {...look} id={rest.id}>
      {(bindings) => <textarea rows={3} {...rest} {...bindings} className={css.control} />}
    </FieldFrame>
  )
}

/** A word of a list as it is sent, with what is shown for it if that differs. */
export type Option = string | { readonly value: string; readonly name: string }

export type SelectFieldProps = FieldLook &
  ComponentProps<'select'> & {
    readonly options: readonly Option[]
    /** Stands first and chooses nothing. */
    readonly prompt?: string
  }

export function SelectField({ options, prompt, ...props }: SelectFieldProps) {
  const { look, rest } = split(props)
  return (
    <FieldFrame {...look} id={rest.id}>
      {(bindings) => (
        <div className={css.select}>
          <select {...rest} {...bindings} className={css.control}>
            {prompt !== undefined && <option value="">{prompt}</option>}
            {options.map((option) => (
              <option key={wordOf(option)} value={wordOf(option)}>
                {nameOf(option)}
              </option>
            ))}
          </select>
          <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
        </div>
      )}
    </FieldFrame>
  )
}

export const wordOf = (option: Option) => (typeof option === 'string' ? option : option.value)
export const nameOf = (option: Option) => (typeof option === 'string' ? option : option.name)

export function split<Props extends FieldLook>(props: Props) {
  const { label, hint, error, optional, hideLabel, ...rest } = props
  return { look: { label, hint, error, optional, hideLabel }, rest }
}
