import type { ReactNode } from 'react'
import css from './row-state.module.css'

type RowStateProps = {
  readonly shape: ReactNode
  readonly word: string
  /** Neutral without it. */
  readonly tone?: 'ok' | 'warn' | 'bad' | 'primary' | undefined
  /** Since when, or why. */
  readonly children: ReactNode
}

/** How a student is doing, in a row: a shape, a word, and small below it since when. */
export function RowState({ shape, word, tone, children }: RowStateProps) {
  return (
    <span className={css.state} data-tone={tone}>
      <span className={css.shape}>{shape}</span>
      <span>
        <b>{word}</b> {children}
      </span>
    </span>
  )
}
