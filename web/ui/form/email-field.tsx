import { useRef, useState } from 'react'
import { suggestEmail } from '#core/accounts/suggest-email.ts'
import { Status } from '../status.tsx'
import { runAfterPointerUp } from './after-pointer-up.ts'
import css from './field.module.css'
import { setInputValue } from './form-state.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** For an address that is new to us: offers to correct a usual misspelling once it is typed. */
export function EmailField(props: TextFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [suggestion, setSuggestion] = useState<string | null>(null)

  const handleUse = () => {
    if (!input.current || !suggestion) return
    setInputValue(input.current, suggestion)
    input.current.focus()
  }
  return (
    <div className={css.email}>
      <TextField
        type="email"
        inputMode="email"
        autoComplete="email"
        {...props}
        ref={input}
        onInput={() => setSuggestion(null)}
        onBlur={(event) => {
          const { target } = event
          props.onBlur?.(event)
          runAfterPointerUp(() => setSuggestion(suggestEmail(target.value.trim())))
        }}
      />
      <Status>
        {suggestion && (
          <p>
            Did you mean <b>{suggestion}</b>?{' '}
            <button type="button" onClick={handleUse}>
              Use this address
            </button>
          </p>
        )}
      </Status>
    </div>
  )
}
