import type { ReactNode } from 'react'
import css from './folded-card.module.css'

type FoldedCardProps = {
  readonly title: string
  /** How it stands, in one line beside the title. */
  readonly summary: ReactNode
  /** It can only be looked at. */
  readonly readOnly?: boolean
  readonly children: ReactNode
}

/** A card that most people leave as it is: one line until it is opened. */
export function FoldedCard({ title, summary, readOnly, children }: FoldedCardProps) {
  return (
    <details className={css.card} data-read-only={readOnly || undefined}>
      <summary>
        <h2>{title}</h2>
        <span>{summary}</span>
      </summary>
      <div className={css.body}>{children}</div>
    </details>
  )
}
