import { Fragment } from 'react'
import { Link } from 'react-router'
import type { AuditEntry } from '#contract/audit-log.ts'
import type { Column } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import css from './audit-columns.module.css'
import { auditLabels, toActorLabel } from './audit-labels.ts'
import { describeEntry } from './entry-details.ts'

export const columns: readonly Column<AuditEntry>[] = [
  { key: 'what', head: 'What', as: 'title', cell: ({ action }) => auditLabels[action] },
  {
    key: 'whom',
    head: 'Whom or what',
    width: '30%',
    cell: (entry) => <AuditSubject entry={entry} />,
  },
  { key: 'who', head: 'Who', cell: toActorLabel },
  {
    key: 'when',
    head: 'When',
    oneLine: true,
    width: '200px',
    cell: ({ at }) => formatDateTime(at),
  },
  { key: 'where', head: 'From where', cell: toOriginLabel },
]

function AuditSubject({ entry }: { entry: AuditEntry }) {
  const { about, more } = entry
  const details = describeEntry(entry)
  if (about.length === 0 && more === 0 && details.length === 0)
    return <span aria-hidden="true">–</span>
  return (
    <div className={css.event}>
      {(about.length > 0 || more > 0) && (
        <span>
          {about.map(({ name, path }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name
            <Fragment key={index}>
              {index > 0 && ', '}
              {path ? <Link to={path}>{name}</Link> : name}
            </Fragment>
          ))}
          {formatMore(about.length, more)}
        </span>
      )}
      {details.map((line) => (
        <small key={line}>{line}</small>
      ))}
    </div>
  )
}

function toOriginLabel({ address, actorKind }: AuditEntry): string {
  if (address !== null) return address
  return actorKind === 'none' ? 'The server itself' : 'No longer kept'
}

function formatMore(named: number, more: number): string {
  if (more === 0) return ''
  if (named > 0) return ` and ${more} more`
  return more === 1 ? 'Erased since' : `${more}, erased since`
}
