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

const touched = [listEmails, getMailStatus]
// Told by the promise: callbacks of a mutation are dropped with its button, which goes on success.
const tellSuccess = ({ message }: { message: string }) => showToast(message)
const tellFailure = (error: Error) => showToast(error.message, 'bad')

export function RetryOne({ letter: { _id: id, to, subject } }: { letter: EmailLogEntry }) {
  const retry = useEndpointMutation(retryEmail, touched)
  return (
    <Button
      size="row"
      busy={retry.isPending}
      aria-label={`Send again: ${subject}, to ${to.address}`}
      onClick={() => retry.mutateAsync({ params: { id } }).then(tellSuccess, tellFailure)}
    >
      Send again
    </Button>
  )
}

export function RetryAll({ failed }: { failed: number }) {
  const retry = useEndpointMutation(retryFailedEmails, touched)
  return (
    <Button
      icon={<IconRefresh aria-hidden="true" />}
      busy={retry.isPending}
      onClick={() => retry.mutateAsync({}).then(tellSuccess, tellFailure)}
    >
      Send all failed again ({failed.toLocaleString(site.locale)})
    </Button>
  )
}
