import { IconRefresh } from '@tabler/icons-react'
import {
  getMailSetup,
  listMail,
  retryFailedMail,
  retryMail,
  type SentLetter,
} from '#contract/mail.ts'
import { site } from '#site'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import { useTell } from '../../query.ts'

const touched = [listMail, getMailSetup]
// Told by the promise: callbacks of a mutation are dropped with its button, which goes on success.
const tellSuccess = ({ message }: { message: string }) => toast(message)
const tellFailure = (error: Error) => toast(error.message, 'bad')

export function RetryOne({ letter: { _id: id, to, subject } }: { letter: SentLetter }) {
  const retry = useTell(retryMail, touched)
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
  const retry = useTell(retryFailedMail, touched)
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
