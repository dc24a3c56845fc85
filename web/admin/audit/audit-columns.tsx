import { Fragment } from 'react'
import { Link } from 'react-router'
import type { AuditEntry } from '#contract/audit.ts'
import type { Column } from '../../kit/data-table.tsx'
import { formatWhen } from '../../kit/format.ts'
import css from './audit-columns.module.css'
import { capitalised, detailInWords } from './deed-words.ts'

export const columns: readonly Column<AuditEntry>[] = [
  { key: 'what', head: 'What', as: 'title', cell: (entry) => capitalised(entry.action) },
  { key: 'whom', head: 'Whom or what', width: '30%', cell: (entry) => <About entry={entry} /> },
  { key: 'who', head: 'Who', cell: ({ actor }) => actor },
  { key: 'when', head: 'When', oneLine: true, width: '200px', cell: ({ at }) => formatWhen(at) },
  { key: 'where', head: 'From where', cell: ({ address }) => address || 'The server itself' },
]

function About({ entry }: { entry: AuditEntry }) {
  const { about, more } = entry
  const detail = detailInWords(entry)
  if (about.length === 0 && more === 0 && !detail) return <span aria-hidden="true">–</span>
  return (
    <div className={css.what}>
      {(about.length > 0 || more > 0) && (
        <span>
          {about.map(({ name, path }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name
            <Fragment key={index}>
              {index > 0 && ', '}
              {path ? <Link to={path}>{name}</Link> : name}
            </Fragment>
          ))}
          {toldMore(about.length, more)}
        </span>
      )}
      {detail && <small>{detail}</small>}
    </div>
  )
}

function toldMore(named: number, more: number): string {
  if (more === 0) return ''
  if (named > 0) return ` and ${more} more`
  return more === 1 ? 'Erased since' : `${more}, erased since`
}
