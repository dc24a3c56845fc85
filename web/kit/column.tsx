import type { ComponentProps } from 'react'
import css from './column.module.css'

type ColumnProps = ComponentProps<'div'> & {
  /** `page` for the public site, `app` for the student's screens, `read` for long texts. */
  readonly width?: 'page' | 'app' | 'read'
}

export function Column({ width = 'app', ...rest }: ColumnProps) {
  return <div {...rest} className={css.column} data-width={width} />
}
