import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import css from './student-name.module.css'

type StudentNameProps = {
  readonly name: string
  readonly email: string
  /** The name, as a link where it leads somewhere. */
  readonly children: ReactNode
}

export function StudentName({ name, email, children }: StudentNameProps) {
  return (
    <div className={css.name}>
      <Avatar name={name} />
      <div>
        {children}
        <small>{email}</small>
      </div>
    </div>
  )
}
