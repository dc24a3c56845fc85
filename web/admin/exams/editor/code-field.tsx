import { useDeferredValue } from 'react'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { FieldError } from '../../../ui/form/field-frame.tsx'
import css from './code-field.module.css'

type CodeFieldProps = {
  readonly id: string
  readonly code: string
  readonly error: string | undefined
  readonly readOnly: boolean
  /** Null takes the snippet away. */
  readonly onChange: (code: string | null) => void
}

/** Typed above, and shown below as students will see it. */
export function CodeField({ id, code, error, readOnly, onChange }: CodeFieldProps) {
  const shown = useDeferredValue(code)
  if (readOnly) return <CodeBlock code={code} />
  return (
    <div className={css.field}>
      <div className={css.head}>
        <label htmlFor={id}>
          Code snippet <span>(optional)</span>
        </label>
        <button type="button" className={css.remove} onClick={() => onChange(null)}>
          Remove<span className="visually-hidden"> the code snippet</span>
        </button>
      </div>
      <textarea
        id={id}
        className={css.code}
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        value={code}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldError id={id} error={error} />
      {shown.trim() && (
        <figure className={css.preview}>
          <figcaption>Preview</figcaption>
          <CodeBlock code={shown} />
        </figure>
      )}
    </div>
  )
}
