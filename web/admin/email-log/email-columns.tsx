import { IconAlertCircle, IconCheck, IconClock, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type EmailLogEntry, eraseEmail, getMailStatus, listEmails } from '#contract/email-log.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { IfCan } from '../../client/use-can.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DateTime, EmailAddress } from '../../ui/breakable-text.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RetryEmail } from './email-actions.tsx'
import css from './email-columns.module.css'

export function createColumns(isSetUp: boolean): readonly Column<EmailLogEntry>[] {
  return [
    {
      key: 'to',
      head: 'To',
      as: 'title',
      width: '23%',
      cell: ({ to }) => (
        <>
          {to.name || <EmailAddress address={to.address} />}
          {to.name && (
            <small>
              <EmailAddress address={to.address} />
            </small>
          )}
        </>
      ),
    },
    { key: 'subject', head: 'Subject', width: '24%', cell: ({ subject }) => subject },
    {
      key: 'written',
      head: 'Written',
      width: '20%',
      cell: ({ createdAt }) => <DateTime iso={createdAt} />,
    },
    {
      key: 'state',
      head: 'State',
      width: '25%',
      cell: (email) => <EmailState email={email} isSetUp={isSetUp} />,
    },
    {
      key: 'action',
      head: 'Action',
      as: 'actions',
      cell: (email) => (
        <div className={css.actions}>
          {email.canRetry && <RetryEmail email={email} />}
          <IfCan call={eraseEmail}>
            <EraseEmail email={email} isSetUp={isSetUp} />
          </IfCan>
        </div>
      ),
    },
  ]
}

/** Without a mail server emails go nowhere else. */
export function toSentLabel(isSetUp: boolean): string {
  return isSetUp ? 'Sent' : 'Put into the folder'
}

function EmailState({ email, isSetUp }: { email: EmailLogEntry; isSetUp: boolean }) {
  const { state, lastError, isHeld, sentAt, nextTryAt, tries } = email
  if (state === 'sent') {
    return (
      <div className={css.state}>
        <Badge tone="ok" icon={<IconCheck aria-hidden="true" />}>
          {toSentLabel(isSetUp)}
        </Badge>
        {sentAt && <small>{formatDateTime(sentAt)}</small>}
      </div>
    )
  }
  if (state === 'failed') {
    return (
      <div className={css.state}>
        <Badge tone="bad" icon={<IconAlertCircle aria-hidden="true" />}>
          Failed
        </Badge>
        {lastError && <small>{lastError}</small>}
      </div>
    )
  }
  if (isHeld) {
    return (
      <div className={css.state}>
        <Badge icon={<IconClock aria-hidden="true" />}>Held back</Badge>
        <small>
          The student or test was deleted. It is {isSetUp ? 'sent' : 'put into the folder'} if they
          are restored within 72 hours.
        </small>
      </div>
    )
  }
  return (
    <div className={css.state}>
      <Badge tone={tries > 0 ? 'warn' : 'primary'} icon={<IconClock aria-hidden="true" />}>
        Waiting
      </Badge>
      {lastError && <small>{lastError}</small>}
      {tries > 0 && nextTryAt && <small>Next try {formatDateTime(nextTryAt)}</small>}
    </div>
  )
}

type EraseEmailProps = { readonly email: EmailLogEntry; readonly isSetUp: boolean }

function EraseEmail({ email, isSetUp }: EraseEmailProps) {
  const { _id: id, to, subject, state } = email
  const [isAsking, setAsking] = useState(false)
  const erase = useEndpointMutation(eraseEmail, [listEmails, getMailStatus])

  const handleConfirm = async () => {
    const { message } = await erase.mutateAsync({ params: { id } })
    showToast(message)
    // The button that had the focus is gone with its row.
    document.getElementById('main')?.focus()
  }
  return (
    <>
      <IconButton name={`Erase: ${subject}, to ${to.address}`} onClick={() => setAsking(true)}>
        <IconTrash aria-hidden="true" />
      </IconButton>
      <ConfirmDialog
        opened={isAsking}
        question="Erase this email for good?"
        action="Erase email"
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <b>{subject}</b>, to {to.name || to.address}, is removed from this list
        {isSetUp ? '' : ' and from the folder'}. {describeErasing(state, isSetUp)} It cannot be
        undone.
      </ConfirmDialog>
    </>
  )
}

function describeErasing(state: EmailLogEntry['state'], isSetUp: boolean): string {
  return state === 'sent' && !isSetUp ? 'No copy was sent to anybody.' : consequence[state]
}

const consequence = {
  queued: 'It will not be sent.',
  sent: 'The copy that was sent stays with its recipient.',
  failed: 'It cannot be sent again.',
} as const
