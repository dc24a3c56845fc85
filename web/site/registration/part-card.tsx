import type { ReactNode } from 'react'
import { Card } from '../../kit/card.tsx'
import css from './part-card.module.css'
import { type PartId, parts } from './parts.ts'

/** One of the five: the list of progress links to it. */
export function PartCard({ id, children }: { id: PartId; children: ReactNode }) {
  const part = parts.find((one) => one.id === id)
  return (
    <Card id={id} className={css.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{part?.title}</h2>
      <p className={css.hint}>{part?.hint}</p>
      <div className={css.fields}>{children}</div>
    </Card>
  )
}

/** A field as wide as the card. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={css.wide}>{children}</div>
}

/** In the right column, so that it stands below or beside what asks for it. */
export function Right({ children }: { children: ReactNode }) {
  return <div className={css.right}>{children}</div>
}
