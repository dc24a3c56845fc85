import { useQuery } from '@tanstack/react-query'
import { getMailStatus, listEmails } from '#contract/email-log.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { formatCount, pluralize } from '#contract/format.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList } from '../lists/list-description.ts'
import { PrintList } from '../lists/print-list.tsx'
import { useList } from '../lists/use-list.ts'
import { RetryFailedEmails, SendTestEmail } from './email-actions.tsx'
import { createColumns, toSentLabel } from './email-columns.tsx'
import css from './email-log-screen.module.css'

export const meta = createTitleMeta('Mail')

const emails = defineList({
  endpoint: listEmails,
  rowKey: ({ _id }) => _id,
  things: { one: 'email', many: 'emails' },
  caption: 'Emails, newest first',
  paging: { as: 'pages', size: 20 },
  searchLabel: 'Search by name, email or subject',
  empty: {
    title: 'No emails yet.',
    help: 'Emails to students and to the institute appear here.',
  },
  notFound: { title: 'No emails found.', help: 'Try another name or another state.' },
  failed: 'The emails could not be loaded.',
  skeletonRows: 5,
})

const refetchMs = 3000

export default function EmailLogScreen() {
  const { data: setup } = useQuery({
    ...endpointQuery(getMailStatus),
    refetchInterval: ({ state }) => (state.data?.queued ? refetchMs : false),
  })
  const isSending = (setup?.queued ?? 0) > 0
  const list = useList(
    { ...emails, filters: [createStateFilter(setup)] },
    {
      getRefetchInterval: (rows) =>
        isSending || rows.some(({ state }) => state === 'queued') ? refetchMs : false,
    },
  )
  return (
    <>
      <PageHeading
        title="Mail"
        lead="Every email and what became of it, newest first."
        actions={
          <>
            {setup && setup.failed > 0 && <RetryFailedEmails failed={setup.failed} />}
            <PrintList list={list} />
            <SendTestEmail onSent={list.clearFilters} />
          </>
        }
      />
      {setup && (
        <div className={css.notice}>
          <MailProblemNotice setup={setup} />
        </div>
      )}
      <ListCard list={list} columns={createColumns(setup?.isSetUp ?? true)} />
    </>
  )
}

function createStateFilter(setup: MailSetup | undefined) {
  return {
    name: 'state',
    label: 'State',
    options: [
      { value: '', name: 'All emails' },
      { value: 'queued', name: toOptionLabel('Waiting', setup?.queued) },
      { value: 'sent', name: toOptionLabel(toSentLabel(setup?.isSetUp ?? true), setup?.sent) },
      { value: 'failed', name: toOptionLabel('Failed', setup?.failed) },
    ],
  }
}

function toOptionLabel(name: string, count: number | undefined): string {
  return count === undefined ? name : `${name} (${formatCount(count)})`
}

type MailSetup = ReplyOf<typeof getMailStatus>

/** Why emails are not being sent, and where they wait. */
function MailProblemNotice({ setup: { isSetUp, waitsIn, trouble, queued } }: { setup: MailSetup }) {
  if (trouble) {
    return (
      <Notice tone="danger">
        {trouble} {queued > 0 && `${pluralize(queued, 'email')} will be retried automatically.`}
      </Notice>
    )
  }
  if (isSetUp) return null
  return (
    <Notice tone="warn">
      Mail is not set up: emails wait in {waitsIn}. Any mail program opens these files. Set SMTP_URL
      and restart the server to send new emails.
    </Notice>
  )
}
