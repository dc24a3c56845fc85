import type { ReactNode } from 'react'
import css from './article.module.css'

/** The layout of pages of running text: posts, about, the legal pages. */
export function Article({ children }: { children: ReactNode }) {
  return <article className={css.article}>{children}</article>
}
