import type { ReactNode } from 'react'
import layout from '../../ui/layout.module.css'
import css from './second-factor.module.css'

type CardHeaderProps = {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly badge?: ReactNode
}

export function CardHeader({ icon, title, text, badge }: CardHeaderProps) {
  return (
    <div className={css.head}>
      <span className={css.icon}>{icon}</span>
      <div>
        <h2>{title}</h2>
        <p className={layout.hint}>{text}</p>
      </div>
      {badge}
    </div>
  )
}
