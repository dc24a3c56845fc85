import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pluralize } from '#contract/format.ts'
import {
  changeStaffRole,
  disableStaff,
  endStaffSessions,
  listStaff,
  resetSecondFactor,
  type StaffMember,
} from '#contract/staff.ts'
import {
  isStaffRole,
  type StaffRole,
  staffRoleNames,
  staffRoles,
} from '#core/accounts/permissions.ts'
import { useSession } from '../../client/browser-session.ts'
import { invalidateEndpoints, useEndpointMutation } from '../../client/endpoint-query.ts'
import { useIsMailSetUp } from '../../client/use-is-mail-set-up.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import css from './staff-screen.module.css'

const roleOptions = staffRoleNames.map((role) => ({ value: role, name: staffRoles[role].label }))

/** Asks before it changes anything: until then the select shows the role that counts. */
export function RoleSelect({ member }: { member: StaffMember }) {
  const { _id: id, name, role, version: basedOn } = member
  const [chosen, setChosen] = useState<StaffRole | null>(null)
  const change = useEndpointMutation(changeStaffRole, [listStaff])
  const run = useRun()
  return (
    <div className={css.role}>
      <SelectField
        label={`Role of ${name}`}
        hideLabel
        value={role ?? ''}
        prompt={role === null ? 'No role' : undefined}
        options={roleOptions}
        onChange={({ target }) => isStaffRole(target.value) && setChosen(target.value)}
      />
      {chosen && (
        <ConfirmDialog
          opened
          question={`Change the role of ${name} to ${staffRoles[chosen].label.toLowerCase()}?`}
          tone="primary"
          action="Change role"
          onConfirm={() =>
            run(change.mutateAsync({ params: { id }, body: { role: chosen, basedOn } }))
          }
          onClose={() => setChosen(null)}
        >
          {staffRoles[chosen].summary} It counts from their next click.
        </ConfirmDialog>
      )}
    </div>
  )
}

export function StaffActions({ member }: { member: StaffMember }) {
  const { _id: id, name, state, sessions, secondFactor, isLastOwner, version: basedOn } = member
  const isSelf = useSession()?._id === id
  const [openDialog, setOpenDialog] = useState<'disable' | 'end' | 'reset' | null>(null)
  const setDisabled = useEndpointMutation(disableStaff, [listStaff])
  const end = useEndpointMutation(endStaffSessions, [listStaff])
  const reset = useEndpointMutation(resetSecondFactor, [listStaff])
  const run = useRun()
  const disable = (disabled: boolean) =>
    run(setDisabled.mutateAsync({ params: { id }, body: { disabled, basedOn } }))
  if (isSelf) return isLastOwner && <small className={css.self}>The last owner</small>
  return (
    <div className={css.actions}>
      {sessions > 0 && (
        <Button
          size="row"
          tone="quiet"
          aria-label={`End ${pluralize(sessions, 'session')} of ${name}`}
          onClick={() => setOpenDialog('end')}
        >
          End {pluralize(sessions, 'session')}
        </Button>
      )}
      {(secondFactor.totp || secondFactor.passkeys > 0) && (
        <Button
          size="row"
          tone="quiet"
          aria-label={`Reset second factor of ${name}`}
          onClick={() => setOpenDialog('reset')}
        >
          Reset second factor
        </Button>
      )}
      {state === 'disabled' ? (
        <Button
          size="row"
          tone="quiet"
          busy={setDisabled.isPending}
          aria-label={`Enable ${name}`}
          onClick={() => disable(false).catch((error: Error) => showToast(error.message, 'bad'))}
        >
          Enable
        </Button>
      ) : (
        !isLastOwner && (
          <Button
            size="row"
            tone="quiet"
            aria-label={`Disable ${name}`}
            onClick={() => setOpenDialog('disable')}
          >
            Disable
          </Button>
        )
      )}
      <ConfirmDialog
        opened={openDialog === 'end'}
        question={`Log ${name} out everywhere?`}
        action={`End ${pluralize(sessions, 'session')}`}
        onConfirm={() => run(end.mutateAsync({ params: { id } }))}
        onClose={() => setOpenDialog(null)}
      >
        Their password stays: they can log in again at once.
      </ConfirmDialog>
      <ConfirmDialog
        opened={openDialog === 'reset'}
        question={`Reset the second factor of ${name}?`}
        action="Reset second factor"
        onConfirm={() => run(reset.mutateAsync({ params: { id } }))}
        onClose={() => setOpenDialog(null)}
      >
        For a lost phone: their app, passkeys and recovery codes are removed and their sessions end.
        The password alone opens the account until they set up another. <ResetEmailNote />
      </ConfirmDialog>
      <ConfirmDialog
        opened={openDialog === 'disable'}
        question={`Disable the account of ${name}?`}
        action="Disable account"
        onConfirm={() => disable(true)}
        onClose={() => setOpenDialog(null)}
      >
        Their sessions end at once, and nobody can log in with the account until it is enabled
        again. What they did stays.
      </ConfirmDialog>
    </div>
  )
}

function ResetEmailNote() {
  return useIsMailSetUp()
    ? 'They get an email about it.'
    : 'Mail is not set up, so they get no email: please tell them yourself.'
}

/** Says what was done; where somebody else was faster, the list is read again. */
function useRun() {
  const client = useQueryClient()
  return async (change: Promise<{ message: string }>) => {
    try {
      showToast((await change).message)
    } catch (error) {
      await invalidateEndpoints(client, listStaff)
      throw error
    }
  }
}
