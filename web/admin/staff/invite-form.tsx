import { useQueryClient } from '@tanstack/react-query'
import { inviteStaff, listStaff } from '#contract/staff.ts'
import { isStaffRole, staffRoleNames, staffRoles } from '#core/accounts/permissions.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import { showToast } from '../../ui/toast.tsx'
import css from './staff-screen.module.css'

const { Form, Field, Choice } = formFor(inviteStaff)

const roleOptions = staffRoleNames.map((role) => ({ value: role, name: staffRoles[role].label }))
const defaultRole = staffRoleNames[0]

export function InviteForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <Card padded>
      <div className={css.invite}>
        <div>
          <h2>Invite somebody</h2>
          <p>They get an email with a password that works once, for 3 days.</p>
        </div>
        <Form
          initial={{ role: defaultRole }}
          submit="Send invitation"
          messagePrefix="The invitation was not sent."
          toBody={({ name = '', email = '', role = '' }) => ({
            name,
            email,
            role: isStaffRole(role) ? role : defaultRole,
          })}
          onDone={async ({ message }) => {
            await invalidateEndpoints(client, listStaff)
            showToast(message)
            onClose()
          }}
          beside={<Button onClick={onClose}>Cancel</Button>}
        >
          <div className={css.fields}>
            <Field name="name" label="Name" autoComplete="off" autoFocus />
            <Field name="email" label="Email" type="email" autoComplete="off" />
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
