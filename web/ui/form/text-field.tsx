import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import css from './field.module.css'
import { FieldFrame, type FieldFrameOptions } from './field-frame.tsx'

export type TextFieldProps = FieldFrameOptions &
  ComponentProps<'input'> & {
    readonly icon?: ReactNode
  }

export function TextField({ icon, ...props }: TextFieldProps) {
  const { frameProps, rest } = splitFieldProps(props)
  return (
    <FieldFrame {...frameProps} id={rest.id}>
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

export type TextAreaFieldProps = FieldFrameOptions & ComponentProps<'textarea'>

export function TextAreaField(props: TextAreaFieldProps) {
  const { frameProps, rest } = splitFieldProps(props)
  return (
    <FieldFrame {...frameProps} id={rest.id}>
      {(bindings) => <textarea rows={3} {...rest} {...bindings} className={css.control} />}
    </FieldFrame>
  )
}

/** An option's value, with its label where the two differ. */
export type Option = string | { readonly value: string; readonly name: string }

export type SelectFieldProps = FieldFrameOptions &
  ComponentProps<'select'> & {
    readonly options: readonly Option[]
    /** The first entry, which chooses nothing. */
    readonly prompt?: string
  }

export function SelectField({ options, prompt, ...props }: SelectFieldProps) {
  const { frameProps, rest } = splitFieldProps(props)
  return (
    <FieldFrame {...frameProps} id={rest.id}>
      {(bindings) => (
        <div className={css.select}>
          <select {...rest} {...bindings} className={css.control}>
            {prompt !== undefined && <option value="">{prompt}</option>}
            {options.map((option) => (
              <option key={getOptionValue(option)} value={getOptionValue(option)}>
                {getOptionName(option)}
              </option>
            ))}
            {rest.children}
          </select>
          <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
        </div>
      )}
    </FieldFrame>
  )
}

export const getOptionValue = (option: Option) =>
  typeof option === 'string' ? option : option.value
export const getOptionName = (option: Option) => (typeof option === 'string' ? option : option.name)

export function splitFieldProps<Props extends FieldFrameOptions>(props: Props) {
  const { label, hint, error, optional, required, hideLabel, ...rest } = props
  return { frameProps: { label, hint, error, optional, required, hideLabel }, rest }
}
