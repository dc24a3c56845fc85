import type { ReactNode } from 'react'
import { EmailAddress } from '../../ui/breakable-text.tsx'
import css from './person-name.module.css'

type PersonNameProps = {
  /** Roll number or address: only where somebody else has the name, too. */
  readonly identifier: string | undefined
  /** The name, as a link where it leads somewhere. */
  readonly children: ReactNode
}

/** A name and, below it, what tells its owner apart from a namesake. */
export function PersonName({ identifier, children }: PersonNameProps) {
  if (identifier === undefined) return children
  return (
    <span className={css.person}>
      <span dir="auto">{children}</span>{' '}
      <small className={css.identifier}>
        <EmailAddress address={identifier} />
      </small>
    </span>
  )
}
