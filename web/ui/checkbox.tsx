import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import css from './checkbox.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  readonly children: ReactNode
  /** The words are for screen readers only: the row or the column says them. */
  readonly bare?: boolean
  readonly mixed?: boolean
  /** How it looks: screen readers have a key for checkboxes, and none for switches. */
  readonly kind?: 'checkbox' | 'switch'
}

/** A checkbox or a switch; the whole line is its target. */
export function Checkbox({
  children,
  bare,
  mixed = false,
  kind = 'checkbox',
  ...rest
}: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <label className={css.checkbox} data-bare={bare || undefined}>
      <input {...rest} ref={box} type="checkbox" data-kind={kind} />
      <span className={bare ? 'visually-hidden' : undefined}>{children}</span>
    </label>
  )
}
