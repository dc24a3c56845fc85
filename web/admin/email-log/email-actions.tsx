import { IconRefresh, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type EmailLogEntry,
  getMailStatus,
  listEmails,
  retryEmail,
  retryFailedEmails,
  sendTestEmail,
} from '#contract/email-log.ts'
import { formatCount } from '#contract/format.ts'
import { invalidateEndpoints, useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'

const emailQueries = [listEmails, getMailStatus]
// Passed to the promise: React drops a mutation's callbacks when its button is unmounted, as on success.
const showSuccess = ({ message }: { message: string }) => showToast(message)
const showFailure = (error: Error) => showToast(error.message, 'bad')

export function RetryEmail({ email: { _id: id, to, subject } }: { email: EmailLogEntry }) {
  const retry = useEndpointMutation(retryEmail, emailQueries)
  return (
    <Button
      size="row"
      busy={retry.isPending}
      aria-label={`Send again: ${subject}, to ${to.address}`}
      onClick={() => retry.mutateAsync({ params: { id } }).then(showSuccess, showFailure)}
    >
      Send again
    </Button>
  )
}

export function RetryFailedEmails({ failed }: { failed: number }) {
  const retry = useEndpointMutation(retryFailedEmails, emailQueries)
  return (
    <Button
      icon={<IconRefresh aria-hidden="true" />}
      busy={retry.isPending}
      onClick={() => retry.mutateAsync({}).then(showSuccess, showFailure)}
    >
      Send all failed again ({formatCount(failed)})
    </Button>
  )
}

const { Form, Field } = formFor(sendTestEmail)

export function SendTestEmail({ onSent }: { onSent: () => void }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<IconSend aria-hidden="true" />} onClick={() => setOpen(true)}>
        Send a test mail
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Send a test mail"
        width={440}
      >
        <Form
          submit="Send test mail"
          submitWide
          onDone={async ({ message }) => {
            setOpen(false)
            onSent()
            await invalidateEndpoints(client, listEmails, getMailStatus)
            showToast(message)
          }}
        >
          <Field
            name="to"
            label="To"
            type="email"
            autoComplete="email"
            hint="Sends an email without content to this address. The list shows what becomes of it."
            data-autofocus
          />
        </Form>
      </FormDialog>
    </>
  )
}
