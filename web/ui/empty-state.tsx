import type { ReactNode } from 'react'
import { EmptyStackIllustration } from '../illustrations/stack-illustration.tsx'
import css from './empty-state.module.css'

type EmptyStateProps = {
  /** The exact text of the specification. */
  readonly title: string
  readonly help?: ReactNode
  /** At most one. */
  readonly action?: ReactNode
}

export function EmptyState({ title, help, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      <EmptyStackIllustration className={css.picture} />
      <h2>{title}</h2>
      {help && <p>{help}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
