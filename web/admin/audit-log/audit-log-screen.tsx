import { Fragment } from 'react'
import { Link } from 'react-router'
import { type AuditAction, type AuditEntry, listAuditEntries } from '#contract/audit-log.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { DateTime, EmailAddress } from '../../ui/breakable-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList } from '../lists/list-description.ts'
import { PrintList } from '../lists/print-list.tsx'
import { useList } from '../lists/use-list.ts'
import { auditLabels, findActionsByLabel, toActorLabel } from './audit-labels.ts'
import css from './audit-log-screen.module.css'
import { describeEntry, describeOthers } from './entry-details.ts'

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

export default function AuditLogScreen() {
  const list = useList(auditEntries)
  return (
    <>
      <PageHeading
        title="Audit log"
        actions={<PrintList list={list} />}
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
    width: '17%',
    cell: ({ action }) => auditLabels[action],
  },
  {
    key: 'whom',
    head: 'Whom or what',
    width: '25%',
    cell: (entry) => <AuditSubject entry={entry} />,
  },
  {
    key: 'who',
    head: 'Who',
    width: '26%',
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

function toOriginLabel({ address, actorKind }: AuditEntry): string {
  if (address !== null) return address
  return actorKind === 'none' ? 'The server itself' : 'No longer kept'
}
