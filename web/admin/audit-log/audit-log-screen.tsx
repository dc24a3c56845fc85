import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import {
  auditLabels,
  findActionsByLabel,
  toActorLabel,
  toOriginLabel,
} from '#contract/audit-labels.ts'
import {
  type AuditAction,
  type AuditEntry,
  exportAuditEntries,
  listAuditEntries,
} from '#contract/audit-log.ts'
import { describeEntry, describeOthers } from '#contract/describe-audit-entry.ts'
import { listStaff } from '#contract/staff.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { createTitleMeta } from '../../layout/page-title.ts'
import { DateTime, EmailAddress } from '../../ui/breakable-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ExportButtons } from '../lists/list-actions.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList, type ListFilter } from '../lists/list-description.ts'
import { PrintList } from '../lists/print-list.tsx'
import { useList } from '../lists/use-list.ts'
import css from './audit-log-screen.module.css'

export const meta = createTitleMeta('Audit log')

const hiddenActions: readonly AuditAction[] = ['legacy.other']
const actions = Object.entries(auditLabels)
  .filter(([value]) => !hiddenActions.includes(value as AuditAction))
  .map(([value, name]) => ({ value, name }))

const auditEntries = defineList({
  endpoint: listAuditEntries,
  rowKey: ({ _id }) => _id,
  things: { one: 'entry', many: 'entries' },
  caption: 'Audit log, newest first',
  paging: { as: 'pages', size: 20 },
  searchLabel: 'Search by who, what or whom',
  filters: [
    {
      name: 'action',
      label: 'What was done',
      isWide: true,
      options: [{ value: '', name: 'Everything' }, ...actions],
    },
  ],
  // The server knows codes only; the labels that a reader searches for are known here.
  deriveQuery: ({ search }) => ({ labelled: findActionsByLabel(search).join(',') }),
  empty: { title: 'Nothing yet.', help: 'Logins and every change by an admin appear here.' },
  notFound: { title: 'Nothing found.', help: 'Try another name or another action.' },
  failed: 'The audit log could not be loaded.',
  skeletonRows: 5,
})

const days: readonly ListFilter[] = [
  { name: 'from', label: 'From', kind: 'day', options: [] },
  { name: 'to', label: 'To', kind: 'day', options: [] },
]

/** Everybody, staff alone, or one of them where the reader may see who they are. */
function usePeople(): ListFilter {
  const { data = [] } = useQuery({
    ...endpointQuery(listStaff, { query: { sort: 'name-asc' } }),
    enabled: useCan(listStaff),
  })
  return {
    name: 'by',
    label: 'Who',
    options: [
      { value: '', name: 'Everybody' },
      { value: 'staff', name: 'Staff only' },
      ...data.map(({ _id, name, email }) => ({ value: _id, name: name || email })),
    ],
  }
}

export default function AuditLogScreen() {
  const people = usePeople()
  const list = useList({
    ...auditEntries,
    filters: [people, ...(auditEntries.filters ?? []), ...days],
  })
  return (
    <>
      <PageHeading
        title="Audit log"
        actions={
          <>
            <PrintList list={list} />
            <ExportButtons list={list} endpoint={exportAuditEntries} />
          </>
        }
        lead="Who did what, when and from where. No entry can be changed or deleted; reasons, changed values and network addresses are erased after a year."
      />
      <ListCard list={list} columns={columns} />
    </>
  )
}

const columns: readonly Column<AuditEntry>[] = [
  {
    key: 'what',
    head: 'What',
    as: 'title',
    width: '20%',
    cell: ({ action }) => auditLabels[action],
  },
  {
    key: 'whom',
    head: 'Whom or what',
    width: '24%',
    cell: (entry) => <AuditSubject entry={entry} />,
  },
  {
    key: 'who',
    head: 'Who',
    width: '24%',
    cell: (entry) => <EmailAddress address={toActorLabel(entry)} />,
  },
  {
    key: 'when',
    head: 'When',
    width: '21%',
    cell: ({ at }) => <DateTime iso={at} />,
  },
  { key: 'where', head: 'From where', cell: toOriginLabel },
]

function AuditSubject({ entry }: { entry: AuditEntry }) {
  const { about, more } = entry
  const details = describeEntry(entry)
  if (about.length === 0 && more === 0 && details.length === 0)
    return <EmptyCell meaning="Nothing" />
  return (
    <div className={css.event}>
      {(about.length > 0 || more > 0) && (
        <span>
          {about.map(({ name, path }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name
            <Fragment key={index}>
              {index > 0 && ', '}
              {path ? (
                <Link to={path}>
                  <EmailAddress address={name} />
                </Link>
              ) : (
                <EmailAddress address={name} />
              )}
            </Fragment>
          ))}
          {describeOthers(entry)}
        </span>
      )}
      {details.map((line) => (
        <small key={line}>
          <EmailAddress address={line} />
        </small>
      ))}
    </div>
  )
}
