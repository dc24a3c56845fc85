import { IconTrash } from '@tabler/icons-react'
import { listEmails } from '#contract/email-log.ts'
import { type Enquiry, eraseEnquiries, listEnquiries, markEnquiry } from '#contract/enquiries.ts'
import { formatCount } from '#contract/format.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { useOptimisticValue } from '../../client/use-optimistic-value.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { DateTime, EmailAddress } from '../../ui/breakable-text.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { showToast } from '../../ui/toast.tsx'
import { BulkAction } from '../lists/list-actions.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList } from '../lists/list-description.ts'
import { PrintList } from '../lists/print-list.tsx'
import { type ListModel, useList } from '../lists/use-list.ts'
import css from './enquiries-screen.module.css'

export const meta = createTitleMeta('Enquiries')

const enquiries = defineList({
  endpoint: listEnquiries,
  bulkEndpoint: eraseEnquiries,
  rowKey: ({ _id }) => _id,
  rowName: ({ name }) => name,
  things: { one: 'enquiry', many: 'enquiries' },
  caption: 'Enquiries',
  paging: { as: 'scroll', size: 10 },
  searchLabel: 'Search by name, email or phone',
  empty: { title: 'No enquiries found.', help: 'Enquiries from the website appear here.' },
  notFound: { title: 'No enquiries found.', help: 'Try another name.' },
  failed: 'The enquiries could not be loaded.',
  skeletonRows: 5,
})

export default function EnquiriesScreen() {
  const list = useList(enquiries)
  return (
    <>
      <PageHeading
        title="Enquiries"
        lead="Enquiries from visitors, newest first."
        actions={<PrintList list={list} />}
      />
      <ListCard list={list} columns={columns} actions={<EraseSelected list={list} />} />
    </>
  )
}

function EraseSelected({ list }: { list: ListModel<typeof listEnquiries> }) {
  const erase = useEndpointMutation(eraseEnquiries, [listEmails])
  const { length: count } = list.chosen
  const erased = count === 1 ? '1 enquiry' : `${formatCount(count)} enquiries`
  return (
    <BulkAction
      list={list}
      label="Erase Selected"
      tone="danger"
      icon={<IconTrash aria-hidden="true" />}
      confirm={{
        question: `Erase ${erased} for good?`,
        action: `Erase ${erased}`,
        consequence: (
          <>
            This erases names, email addresses, phone numbers and messages, and the emails about
            them. <b>It cannot be undone.</b>
          </>
        ),
      }}
      onRun={async (chosen) => {
        const ids = chosen.map(({ _id }) => _id)
        const { message } = await erase.mutateAsync({ body: { ids } })
        list.dropRows(ids, message)
      }}
    />
  )
}

const columns: readonly Column<Enquiry>[] = [
  {
    key: 'name',
    head: 'Name',
    as: 'title',
    cell: ({ name, email }) => (
      <div className={css.name}>
        {name}
        <a href={`mailto:${encodeURIComponent(email)}`}>
          <EmailAddress address={email} />
        </a>
      </div>
    ),
  },
  {
    key: 'contact',
    head: 'Contact',
    oneLine: true,
    cell: ({ contact }) => <a href={`tel:${contact.replace(/[^+\d]/g, '')}`}>{contact}</a>,
  },
  {
    key: 'course',
    head: 'Course and message',
    cell: ({ course, message }) => (
      <div>
        {course}
        {message && <Message text={message} />}
      </div>
    ),
  },
  { key: 'sent', head: 'Sent', cell: ({ createdAt }) => <DateTime iso={createdAt} /> },
  { key: 'handled', head: 'Handled', cell: (enquiry) => <HandledCheckbox enquiry={enquiry} /> },
]

/** A long one opens on demand, so that one visitor does not fill the list. */
function Message({ text }: { text: string }) {
  const isShort = text.length <= shownLength && !text.includes('\n')
  if (isShort) return <p className={css.message}>{text}</p>
  return (
    <details className={css.message}>
      <summary>{text.slice(0, shownLength).toWellFormed().replace(/\s+/g, ' ')}…</summary>
      {text}
    </details>
  )
}

const shownLength = 120

function HandledCheckbox({ enquiry }: { enquiry: Enquiry }) {
  const mark = useEndpointMutation(markEnquiry, [listEnquiries])
  const [handled, showWhile] = useOptimisticValue(enquiry.handledAt !== null)
  const label = handled ? 'Handled' : 'Open'

  const handleChange = (isHandled: boolean) => {
    const body = { handled: isHandled }
    const saving = mark.mutateAsync({ params: { id: enquiry._id }, body }).then(
      () => showToast(isHandled ? 'Marked as handled' : 'Marked as open'),
      () => showToast('Failed to update the enquiry', 'bad'),
    )
    return showWhile(isHandled, saving)
  }

  return (
    <Checkbox
      checked={handled}
      aria-label={`Handled: ${enquiry.name}`}
      title={enquiry.handledAt ? `Handled ${formatDateTime(enquiry.handledAt)}` : undefined}
      onChange={({ target }) => handleChange(target.checked)}
    >
      {label}
    </Checkbox>
  )
}
