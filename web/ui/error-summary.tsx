import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import css from './error-summary.module.css'
import { asAlert } from './status.tsx'

export type Problem = { readonly fieldId: string; readonly message: string }

type ErrorSummaryProps = {
  readonly problems: readonly Problem[]
  /** Counts the tries: each new one takes the focus again. */
  readonly attempt: number
}

/** Above a long form: the same words as under the fields, each a link to its field. */
export function ErrorSummary({ problems, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const isShown = problems.length > 0

  useEffect(() => {
    if (isShown && attempt > 0) box.current?.focus()
  }, [isShown, attempt])

  useEffect(() => {
    if (!isShown) return
    const title = document.title
    document.title = `Error: ${title}`
    return () => {
      document.title = title
    }
  }, [isShown])

  if (!isShown) return null
  return (
    <div ref={box} tabIndex={-1} {...asAlert} className={css.summary}>
      <h2>
        <IconAlertTriangle size={24} stroke={1.75} aria-hidden="true" />
        There is a problem
      </h2>
      <ul>
        {problems.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`} onClick={(event) => goTo(event, fieldId)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function goTo(event: { preventDefault: () => void }, fieldId: string) {
  const field = document.getElementById(fieldId)
  if (!field) return
  event.preventDefault()
  field.focus()
  field.scrollIntoView({ block: 'center' })
}
