import { IconCrown } from '@tabler/icons-react'
import type { StaffMember } from '#contract/staff.ts'
import { staffRoles } from '#core/accounts/permissions.ts'
import { pluralize } from '#core/text.ts'
import { useSession } from '../../client/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatDate, formatDateTime } from '../../ui/format-time.ts'
import { RoleSelect, StaffActions } from './staff-actions.tsx'
import css from './staff-screen.module.css'

export const staffColumns: readonly Column<StaffMember>[] = [
  {
    key: 'name',
    head: 'Name',
    as: 'title',
    width: '28%',
    cell: ({ name, email, state }) => (
      <div className={css.name} data-gray={state === 'disabled' || undefined}>
        <Avatar name={name} />
        <div>
          {name}
          <small>{email}</small>
        </div>
      </div>
    ),
  },
  { key: 'role', head: 'Role', cell: (member) => <Role member={member} /> },
  { key: 'factor', head: 'Second factor', cell: (member) => <SecondFactor member={member} /> },
  {
    key: 'seen',
    head: 'Last seen',
    oneLine: true,
    cell: ({ lastSeenAt }) => (lastSeenAt ? formatDateTime(lastSeenAt) : 'Never'),
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

function SecondFactor({ member }: { member: StaffMember }) {
  const [text, detail, isMissing = false] = describeSecondFactor(member)
  return (
    <div className={css.factor}>
      <span className={isMissing ? css.missing : undefined}>{text}</span>
      {detail && <small>{detail}</small>}
    </div>
  )
}

function describeSecondFactor(member: StaffMember): [string, string?, boolean?] {
  const { state, disabledAt, disabledBy, invitedUntil, lastSeenAt, secondFactor } = member
  if (state === 'disabled') {
    const by = disabledBy ? `by ${disabledBy}, ` : ''
    return ['Disabled', disabledAt ? `${by}${formatDate(disabledAt)}` : undefined]
  }
  if (state === 'invited') {
    const text = lastSeenAt ? 'Has to set a new password' : 'Invited'
    return [text, invitedUntil ? `Works until ${formatDateTime(invitedUntil)}` : undefined]
  }
  const { passkeys, totp, recoveryCodesLeft, dueAt } = secondFactor
  const kinds = [passkeys > 0 && 'passkey', totp && 'app'].filter((kind) => kind !== false)
  if (kinds.length === 0) {
    return ['Not set up', dueAt ? `Needed by ${formatDate(dueAt)}` : undefined, dueAt !== null]
  }
  const text = kinds.join(' and ')
  const codes = `${pluralize(recoveryCodesLeft, 'recovery code')} left`
  return [`${text.charAt(0).toUpperCase()}${text.slice(1)}`, codes]
}
