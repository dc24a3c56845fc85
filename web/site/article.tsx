import type { ReactNode } from 'react'
import css from './article.module.css'

/** The layout of whatever is read from top to bottom: posts, about, the notices. */
export function Article({ children }: { children: ReactNode }) {
  return <article className={css.article}>{children}</article>
}
