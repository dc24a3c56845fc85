import { IconRefresh } from '@tabler/icons-react'
import {
  type EmailLogEntry,
  getMailStatus,
  listEmails,
  retryEmail,
  retryFailedEmails,
} from '#contract/email-log.ts'
import { site } from '#site'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'

const emailQueries = [listEmails, getMailStatus]
// Told by the promise: callbacks of a mutation are dropped with its button, which goes on success.
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
      Send all failed again ({failed.toLocaleString(site.locale)})
    </Button>
  )
}
