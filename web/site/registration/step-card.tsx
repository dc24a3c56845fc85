import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import css from './step-card.module.css'
import { type StepId, steps } from './steps.ts'

/** One of the five cards; the list of progress links to it. */
export function StepCard({ id, children }: { id: StepId; children: ReactNode }) {
  const step = steps.find((candidate) => candidate.id === id)
  return (
    <Card id={id} className={css.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{step?.title}</h2>
      <p className={css.hint}>{step?.hint}</p>
      <div className={css.fields}>{children}</div>
    </Card>
  )
}

/** A field as wide as the card. */
export function FullWidthField({ children }: { children: ReactNode }) {
  return <div className={css.wide}>{children}</div>
}

/** A field in the right column, below or beside the one that it belongs to. */
export function RightColumnField({ children }: { children: ReactNode }) {
  return <div className={css.right}>{children}</div>
}
