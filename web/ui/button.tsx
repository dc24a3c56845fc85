import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import css from './button.module.css'

type ButtonStyle = {
  /** One primary button a view; danger only in a confirmation or a selection bar. */
  readonly tone?: 'primary' | 'default' | 'soft' | 'quiet' | 'danger' | 'accent'
  /** `row` is for tables and navbars and grows to 44 on touch. */
  readonly size?: 'default' | 'hero' | 'row'
  readonly icon?: ReactNode
  readonly wide?: boolean
}

type ButtonProps = ButtonStyle &
  ComponentProps<'button'> & {
    /** Works on something: keeps its words, shows a ring, takes no second press. */
    readonly busy?: boolean
  }

/** Also before `busy` is drawn: the second click of a double click is no second wish. */
function isRepeatedPress(event: MouseEvent, busy: boolean | undefined) {
  return busy || (busy === false && event.detail > 1)
}

export function Button({ tone, size, icon, wide, busy, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...getStyleProps({ tone, size, wide })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        if (isRepeatedPress(event, busy)) event.preventDefault()
        else rest.onClick?.(event)
      }}
    >
      {busy ? <span className={css.ring} aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

type ButtonLinkProps = ButtonStyle & ComponentProps<typeof Link>

export function ButtonLink({ tone, size, icon, wide, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} {...getStyleProps({ tone, size, wide })}>
      {icon}
      {children}
    </Link>
  )
}

type ButtonAnchorProps = ButtonStyle & ComponentProps<'a'>

/** For addresses outside the app: a phone number, a file. */
export function ButtonAnchor({ tone, size, icon, wide, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} {...getStyleProps({ tone, size, wide })}>
      {icon}
      {children}
    </a>
  )
}

function getStyleProps({ tone = 'default', size = 'default', wide }: ButtonStyle) {
  return {
    className: css.button,
    'data-tone': tone,
    'data-size': size,
    'data-wide': wide || undefined,
  }
}
