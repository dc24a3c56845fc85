import { IconRefresh } from '@tabler/icons-react'
import {
  type EmailLogEntry,
  getMailStatus,
  listEmails,
  retryEmail,
  retryFailedEmails,
} from '#contract/email-log.ts'
import { site } from '#site'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import { useTell } from '../../query.ts'

const touched = [listEmails, getMailStatus]
// Told by the promise: callbacks of a mutation are dropped with its button, which goes on success.
const tellSuccess = ({ message }: { message: string }) => toast(message)
const tellFailure = (error: Error) => toast(error.message, 'bad')

export function RetryOne({ letter: { _id: id, to, subject } }: { letter: EmailLogEntry }) {
  const retry = useTell(retryEmail, touched)
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
  const retry = useTell(retryFailedEmails, touched)
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
