import { IconAlertCircle, IconCheck, IconClock } from '@tabler/icons-react'
import type { EmailLogEntry } from '#contract/email-log.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import css from './email-columns.module.css'
import { EraseEmail } from './erase-email.tsx'
import { RetryEmail } from './retry-email.tsx'

export function createColumns(isSetUp: boolean): readonly Column<EmailLogEntry>[] {
  return [
    {
      key: 'to',
      head: 'To',
      as: 'title',
      width: '240px',
      cell: ({ to }) => (
        <>
          {to.name || to.address}
          {to.name && <small>{to.address}</small>}
        </>
      ),
    },
    { key: 'subject', head: 'Subject', cell: ({ subject }) => subject },
    {
      key: 'written',
      head: 'Written',
      oneLine: true,
      width: '200px',
      cell: ({ createdAt }) => formatDateTime(createdAt),
    },
    {
      key: 'state',
      head: 'State',
      width: '28%',
      cell: (email) => <EmailState email={email} isSetUp={isSetUp} />,
    },
    {
      key: 'action',
      head: 'Action',
      as: 'actions',
      cell: (email) => (
        <div className={css.actions}>
          {email.canRetry && <RetryEmail email={email} />}
          <EraseEmail email={email} isSetUp={isSetUp} />
        </div>
      ),
    },
  ]
}

function EmailState({ email, isSetUp }: { email: EmailLogEntry; isSetUp: boolean }) {
  const { state, lastError, isHeld, sentAt, nextTryAt, tries } = email
  if (state === 'sent') {
    return (
      <div className={css.state}>
        <Badge tone="ok" icon={<IconCheck aria-hidden="true" />}>
          {isSetUp ? 'Sent' : 'Put into the folder'}
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
        <small>The student or test was deleted. It leaves after a restore within 72 hours.</small>
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
