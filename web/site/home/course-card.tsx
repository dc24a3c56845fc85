import type { ReactNode } from 'react'
import { pagePaths } from '#contract/page-paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import css from './course-card.module.css'

type CourseCardProps = {
  readonly title: string
  readonly text: string
  readonly picture: ReactNode
}

export function CourseCard({ title, text, picture }: CourseCardProps) {
  return (
    <article className={css.card}>
      <div className={css.picture}>{picture}</div>
      <div className={css.words}>
        <h4>{title}</h4>
        <p>{text}</p>
        <div className={css.link}>
          <ButtonLink to={pagePaths.registration} tone="soft" size="row">
            Enroll Now<span className="visually-hidden"> in {title}</span>
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}
