import type { ReactNode } from 'react'
import css from './second-factor.module.css'

type CardHeadProps = {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly badge?: ReactNode
}

export function CardHead({ icon, title, text, badge }: CardHeadProps) {
  return (
    <div className={css.head}>
      <span className={css.icon}>{icon}</span>
      <div>
        <h2>{title}</h2>
        <p className={css.hint}>{text}</p>
      </div>
      {badge}
    </div>
  )
}
