import {
  getWindowEmails,
  updateWindowEmails,
  type WindowEmails as WindowEmailSettings,
} from '#contract/window-emails.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Alert } from '../../ui/status.tsx'
import { showToast } from '../../ui/toast.tsx'
import css from './window-emails-switch.module.css'

/** Whether the students of windows are written to, folded: it is the same for all tests. */
export function WindowEmailsSwitch() {
  const settings = useEndpointQuery(getWindowEmails)
  const update = useEndpointMutation(updateWindowEmails, [getWindowEmails])
  const canEdit = useCan(updateWindowEmails)
  if (!settings.data) return null
  const shown = update.isPending ? { ...settings.data, ...update.variables.body } : settings.data
  const { areSent, areRemindersSent } = shown
  const save = (body: { areSent: boolean; areRemindersSent: boolean }) =>
    update.mutateAsync({ body }).then(
      () => showToast('Saved for all tests'),
      () => undefined,
    )
  return (
    <details className={css.emails}>
      <summary>{describeEmails(shown)}</summary>
      <p>
        Students get an email with the date and a calendar entry when a window names them or their
        batch, and another about each later change. A window for everyone sends no emails.
      </p>
      <fieldset disabled={!canEdit}>
        <legend>For all tests of the institute</legend>
        <Checkbox
          kind="switch"
          checked={areSent}
          onChange={({ target }) => save({ areSent: target.checked, areRemindersSent })}
        >
          Email students about their windows
        </Checkbox>
        <Checkbox
          kind="switch"
          checked={areRemindersSent}
          disabled={!areSent}
          onChange={({ target }) => save({ areSent, areRemindersSent: target.checked })}
        >
          Remind them at 6 pm the day before
        </Checkbox>
      </fieldset>
      {update.error && <Alert>{update.error.message}</Alert>}
    </details>
  )
}

function describeEmails({ areSent, isMailSetUp }: WindowEmailSettings): string {
  if (!areSent) return 'Students are not emailed about windows'
  return isMailSetUp
    ? 'Students are emailed 10 minutes after the last change'
    : 'Mail is not set up: emails to students go to the outbox folder'
}
