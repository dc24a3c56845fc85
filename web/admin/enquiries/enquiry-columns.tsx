import { type Enquiry, listEnquiries, markEnquiry } from '#contract/enquiries.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { useOptimisticValue } from '../../client/use-optimistic-value.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { showToast } from '../../ui/toast.tsx'
import css from './enquiry-columns.module.css'

export const columns: readonly Column<Enquiry>[] = [
  {
    key: 'name',
    head: 'Name',
    as: 'title',
    cell: ({ name, email }) => (
      <div className={css.name}>
        {name}
        <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
      </div>
    ),
  },
  {
    key: 'contact',
    head: 'Contact',
    cell: ({ contact }) => <a href={`tel:${contact.replace(/[^+\d]/g, '')}`}>{contact}</a>,
  },
  { key: 'course', head: 'Course', cell: ({ course }) => course },
  { key: 'sent', head: 'Sent', oneLine: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
  { key: 'handled', head: 'Handled', cell: (enquiry) => <HandledCheckbox enquiry={enquiry} /> },
]

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
      aria-label={`${label}: ${enquiry.name}`}
      title={enquiry.handledAt ? `Handled ${formatDateTime(enquiry.handledAt)}` : undefined}
      onChange={({ target }) => handleChange(target.checked)}
    >
      {label}
    </Checkbox>
  )
}
