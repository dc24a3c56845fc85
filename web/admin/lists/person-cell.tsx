import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { EmailAddress } from '../../ui/breakable-text.tsx'
import css from './person-cell.module.css'

type PersonCellProps = {
  readonly name: string
  readonly rollNumber?: string | undefined
  readonly email: string
  readonly isGray?: boolean
  /** Whether the avatar gives way in a narrow window. */
  readonly yieldsAvatar?: boolean
  /** The name, as a link where it leads somewhere. */
  readonly children?: ReactNode
}

/** The title of a row: a person with roll number and email. */
export function PersonCell(props: PersonCellProps) {
  const { name, rollNumber, email, isGray = false, yieldsAvatar = false, children = name } = props
  return (
    <div
      className={css.person}
      data-gray={isGray || undefined}
      data-yields-avatar={yieldsAvatar || undefined}
    >
      <Avatar name={name} />
      <div>
        {children}
        {rollNumber && <small>{rollNumber}</small>}
        <small>
          <EmailAddress address={email} />
        </small>
      </div>
    </div>
  )
}
