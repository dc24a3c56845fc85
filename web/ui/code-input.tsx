import { type ChangeEvent, useRef } from 'react'
import css from './code-input.module.css'

const length = 6

type CodeInputProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (digits: string) => void
  /** With the sixth digit. */
  readonly onComplete?: (digits: string) => void
  readonly invalid?: boolean
  readonly describedBy?: string
  readonly autoFocus?: boolean
}

/** Looks like six boxes and is one field: paste, autofill and screen readers meet nothing odd. */
export function CodeInput(props: CodeInputProps) {
  const { label, value, onChange, onComplete, invalid, describedBy, autoFocus } = props
  const completed = useRef('')
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const digits = target.value.replace(/\D/g, '').slice(0, length)
    onChange(digits)
    if (digits.length === length && digits !== completed.current) onComplete?.(digits)
    completed.current = digits
  }
  return (
    <div className={css.code} data-faulty={invalid || undefined}>
      {Array.from({ length }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes stay where they are
          key={index}
          className={css.box}
          aria-hidden="true"
          data-current={index === Math.min(value.length, length - 1) || undefined}
        >
          {value[index]}
        </span>
      ))}
      <input
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        value={value}
        // biome-ignore lint/a11y/noAutofocus: the step before led here
        autoFocus={autoFocus}
        onChange={handleChange}
        onFocus={({ target }) => target.select()}
      />
    </div>
  )
}
