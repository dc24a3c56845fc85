import type { ComponentProps } from 'react'
import css from './container.module.css'

type ContainerProps = ComponentProps<'div'> & {
  /** `page` for the public site, `app` for the student's screens, `read` for long texts. */
  readonly width?: 'page' | 'app' | 'read'
}

export function Container({ width = 'app', ...rest }: ContainerProps) {
  return <div {...rest} className={css.container} data-width={width} />
}
