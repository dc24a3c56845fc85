import type { ReactNode } from 'react'
import css from './badge.module.css'

type BadgeProps = {
  /** Neutral for finished things, primary for running, warn for attention, bad for failed or forced. */
  readonly tone?: 'neutral' | 'primary' | 'ok' | 'warn' | 'bad'
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** An icon and a word: the colour alone says nothing. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={css.badge} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
