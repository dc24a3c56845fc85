import type { ComponentProps } from 'react'
import css from './card.module.css'

type CardProps = ComponentProps<'section'> & { readonly padded?: boolean }

export function Card({ padded, className, ...rest }: CardProps) {
  const classes = [css.card, padded && css.padded, className].filter(Boolean).join(' ')
  return <section {...rest} className={classes} />
}
