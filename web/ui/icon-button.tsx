import type { ComponentProps } from 'react'
import css from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The button's action, for those who hear it and those who point at it. */
  readonly name: string
}

export function IconButton({ name, ...rest }: IconButtonProps) {
  return <button type="button" title={name} {...rest} aria-label={name} className={css.button} />
}
