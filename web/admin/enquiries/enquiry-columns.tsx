import type { Enquiry } from '#contract/enquiries.ts'
import type { Column } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import css from './enquiry-columns.module.css'
import { HandledCheckbox } from './handled-checkbox.tsx'

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
