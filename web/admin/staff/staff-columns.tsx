import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCrown,
  IconMail,
  IconUserOff,
} from '@tabler/icons-react'
import { pluralize } from '#contract/format.ts'
import type { StaffMember } from '#contract/staff.ts'
import { staffRoles } from '#core/accounts/permissions.ts'
import { useSession } from '../../client/browser-session.ts'
import { DateTime } from '../../ui/breakable-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatDate, formatDateTime } from '../../ui/format-time.ts'
import { PersonCell } from '../lists/person-cell.tsx'
import { RoleSelect, StaffActions } from './staff-actions.tsx'
import css from './staff-screen.module.css'

export const staffColumns: readonly Column<StaffMember>[] = [
  {
    key: 'name',
    head: 'Name',
    as: 'title',
    width: '28%',
    cell: ({ name, email, state }) => (
      <PersonCell name={name} email={email} isGray={state === 'disabled'} />
    ),
  },
  { key: 'role', head: 'Role', cell: (member) => <Role member={member} /> },
  { key: 'factor', head: 'Second factor', cell: (member) => <SecondFactor member={member} /> },
  {
    key: 'seen',
    head: 'Last seen',
    cell: (member) => <LastSeen member={member} />,
  },
  {
    key: 'actions',
    head: 'Actions',
    as: 'actions',
    cell: (member) => <StaffActions member={member} />,
  },
]

function Role({ member }: { member: StaffMember }) {
  const isSelf = useSession()?._id === member._id
  const { role, state, isLastOwner } = member
  const label = role ? staffRoles[role].label : 'No role'
  if (!isSelf && !isLastOwner && state !== 'disabled') return <RoleSelect member={member} />
  return (
    <span className={role === 'owner' ? css.owner : undefined}>
      {role === 'owner' && <IconCrown size={16} stroke={1.75} aria-hidden="true" />}
      {label} {isSelf && <span className={css.self}>you</span>}
    </span>
  )
}

function LastSeen({ member: { _id: id, lastSeenAt } }: { member: StaffMember }) {
  if (useSession()?._id === id) return 'Now'
  return lastSeenAt ? <DateTime iso={lastSeenAt} /> : 'Never'
}

const factorIcons = {
  set: IconCircleCheck,
  missing: IconAlertTriangle,
  invited: IconMail,
  disabled: IconUserOff,
} as const

function SecondFactor({ member }: { member: StaffMember }) {
  const { kind, text, detail } = describeSecondFactor(member)
  const Icon = kind && factorIcons[kind]
  return (
    <div className={css.factor} data-kind={kind}>
      <span>
        {Icon && <Icon size={18} stroke={1.75} aria-hidden="true" />}
        {text}
      </span>
      {detail && <small>{detail}</small>}
    </div>
  )
}

type SecondFactorDescription = {
  /** Left out where there is none and none is required. */
  readonly kind?: keyof typeof factorIcons
  readonly text: string
  readonly detail?: string | false | null
}

function describeSecondFactor(member: StaffMember): SecondFactorDescription {
  const { state, disabledAt, disabledBy, invitedUntil, lastSeenAt, secondFactor } = member
  if (state === 'disabled') {
    const by = disabledBy ? `by ${disabledBy}, ` : ''
    return {
      kind: 'disabled',
      text: 'Disabled',
      detail: disabledAt && `${by}${formatDate(disabledAt)}`,
    }
  }
  if (state === 'invited') {
    return {
      kind: 'invited',
      text: lastSeenAt ? 'Has to set a new password' : 'Invited',
      detail: invitedUntil && `Works until ${formatDateTime(invitedUntil)}`,
    }
  }
  const { passkeys, totp, recoveryCodesLeft, dueAt } = secondFactor
  const kinds = [passkeys > 0 && 'passkey', totp && 'app'].filter((kind) => kind !== false)
  if (kinds.length === 0) {
    if (!dueAt) return { text: 'Not set up' }
    return { kind: 'missing', text: 'Not set up', detail: `Needed by ${formatDate(dueAt)}` }
  }
  const text = kinds.join(' and ')
  return {
    kind: 'set',
    text: `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
    detail: `${pluralize(recoveryCodesLeft, 'recovery code')} left`,
  }
}
