import { IconUserPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pluralize } from '#contract/format.ts'
import { inviteStaff, listStaff, type StaffMember } from '#contract/staff.ts'
import { isStaffRole, staffRoleNames, staffRoles } from '#core/accounts/permissions.ts'
import { matchesSearch } from '#core/text.ts'
import { invalidateEndpoints, useEndpointQuery } from '../../client/endpoint-query.ts'
import { useIsMailSetUp } from '../../client/use-is-mail-set-up.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList, type ListState } from '../lists/list-description.ts'
import { OneTimePasswordDialog } from '../lists/one-time-password-dialog.tsx'
import { useLocalList } from '../lists/use-list.ts'
import { staffColumns } from './staff-columns.tsx'
import css from './staff-screen.module.css'

export const meta = createTitleMeta('Staff')

const staff = defineList({
  endpoint: listStaff,
  rowKey: ({ _id }) => _id,
  things: { one: 'person', many: 'people' },
  caption: 'Staff',
  paging: { as: 'whole' },
  searchLabel: 'Search by name',
  filters: [
    {
      name: 'role',
      label: 'Role',
      options: [
        { value: '', name: 'All roles' },
        ...staffRoleNames.map((role) => ({ value: role, name: staffRoles[role].label })),
      ],
    },
  ],
  empty: { title: 'No staff yet', help: 'Invite somebody.' },
  notFound: { title: 'Nobody found', help: 'Try another name or role.' },
  failed: 'The staff could not be loaded.',
  skeletonRows: 4,
})

export default function StaffScreen() {
  const query = useEndpointQuery(listStaff)
  const list = useLocalList(staff, { query, arrange })
  const [isInviting, setInviting] = useState(false)
  const [shown, setShown] = useState<ShownInvitation | null>(null)
  return (
    <div className={css.page}>
      <PageHeading
        title="Staff"
        lead="Who works here and what each of them may do."
        actions={
          <Button icon={<IconUserPlus aria-hidden="true" />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        }
      />
      {query.data && <SecondFactorsDue staff={query.data} />}
      <ListCard
        list={list}
        columns={staffColumns}
        actions={<span className={css.count}>{query.data && describeCount(query.data)}</span>}
      />
      {isInviting && <InviteForm onClose={() => setInviting(false)} onShow={setShown} />}
      <OneTimePasswordDialog
        name={shown?.name ?? ''}
        password={shown?.password ?? null}
        onClose={() => setShown(null)}
      />
    </div>
  )
}

function arrange(members: readonly StaffMember[], { search, filters }: ListState) {
  return members.filter(
    ({ name, email, role }) =>
      matchesSearch(search, [name, email]) && (!filters.role || filters.role === role),
  )
}

function describeCount(members: readonly StaffMember[]): string {
  const count = (state: StaffMember['state']) =>
    members.filter((member) => member.state === state).length
  const people = members.length === 1 ? '1 person' : `${members.length} people`
  const [invited, disabled] = [count('invited'), count('disabled')]
  return [people, invited && `${invited} invited`, disabled && `${disabled} disabled`]
    .filter(Boolean)
    .join(', ')
}

/** Names the staff who have yet to set up a required second factor. */
function SecondFactorsDue({ staff }: { staff: readonly StaffMember[] }) {
  const due = staff.flatMap(({ name, state, secondFactor: { dueAt } }) =>
    state === 'active' && dueAt ? [{ name, dueAt }] : [],
  )
  if (due.length === 0) return null
  return (
    <Notice tone="warn">
      <b>{pluralize(due.length, 'account')} without a second factor.</b>{' '}
      {due
        .map(
          ({ name, dueAt }) => `From ${formatDate(dueAt)} ${name} can log in only to set one up.`,
        )
        .join(' ')}
    </Notice>
  )
}

const { Form, Field, Email, Choice } = formFor(inviteStaff)

const roleOptions = staffRoleNames.map((role) => ({ value: role, name: staffRoles[role].label }))
const defaultRole = staffRoleNames[0]

type ShownInvitation = { readonly name: string; readonly password: string }

type InviteFormProps = {
  readonly onClose: () => void
  /** Without mail the password is shown, once. */
  readonly onShow: (invitation: ShownInvitation) => void
}

export function InviteForm({ onClose, onShow }: InviteFormProps) {
  const client = useQueryClient()
  const isMailSetUp = useIsMailSetUp()
  return (
    <Card padded>
      <div className={css.invite}>
        <div>
          <h2>Invite somebody</h2>
          <p>
            {isMailSetUp
              ? 'They get an email with a one-time password, which works for 3 days.'
              : 'Mail is not set up: their one-time password is shown to you once, and works for 3 days.'}
          </p>
        </div>
        <Form
          initial={{ role: defaultRole }}
          submit={isMailSetUp ? 'Send invitation' : 'Invite and show the password'}
          messagePrefix={isMailSetUp ? 'The invitation was not sent.' : 'Nobody was invited.'}
          toBody={({ name = '', email = '', role = '' }) => ({
            name,
            email,
            role: isStaffRole(role) ? role : defaultRole,
            deliver: isMailSetUp ? 'mail' : 'show',
          })}
          onDone={async ({ message, member, password }) => {
            await invalidateEndpoints(client, listStaff)
            if (password) onShow({ name: member.name, password })
            else showToast(message)
            onClose()
          }}
          beside={<Button onClick={onClose}>Cancel</Button>}
        >
          <div className={css.fields}>
            <Field name="name" label="Name" autoComplete="off" autoFocus />
            <Email name="email" label="Email" autoComplete="off" />
          </div>
          <Choice name="role" label="Role" options={roleOptions} />
          <ul className={css.roles}>
            {staffRoleNames.map((role) => (
              <li key={role}>
                <b>{staffRoles[role].label}.</b> {staffRoles[role].summary}
              </li>
            ))}
          </ul>
        </Form>
        <p>The audit log notes who was invited, by whom and as what.</p>
      </div>
    </Card>
  )
}
