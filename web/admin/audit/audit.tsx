import { type AuditAction, listAuditEntries } from '#contract/audit-log.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useAddress } from '../address-state.ts'
import css from '../list.module.css'
import { Pager } from '../pager.tsx'
import { usePage } from '../use-page.ts'
import { columns } from './audit-columns.tsx'
import { actionsLabelled, auditLabels } from './audit-labels.ts'

export const meta = createTitleMeta('Audit log')

const hidden: readonly AuditAction[] = ['legacy.other']
const actions = Object.entries(auditLabels)
  .filter(([value]) => !hidden.includes(value as AuditAction))
  .map(([value, name]) => ({ value, name }))

export default function AuditScreen() {
  const address = useAddress()
  const search = address.get('search')
  const action = address.get('action')
  const labelled = actionsLabelled(search).join(',')
  const paged = usePage(listAuditEntries, { wanted: { search, action, labelled } })
  const { rows, total, isPending, isError, refetch } = paged
  const isFiltered = search !== '' || action !== ''

  return (
    <>
      <PageHeading
        title="Audit log"
        lead="Who did what, when and from where. No entry can be changed or deleted; reasons, changed values and network addresses are erased after a year."
      />
      <Card>
        <div className={css.tools}>
          <div className={css.search}>
            <SearchBox
              label="Search by who, what or whom"
              value={search}
              onSearch={(text) => address.set({ search: text, page: '' })}
            />
          </div>
          <div className={css.sort}>
            <SelectField
              label="What was done"
              hideLabel
              value={action}
              options={[{ value: '', name: 'Everything' }, ...actions]}
              onChange={({ target }) => address.set({ action: target.value, page: '' })}
            />
          </div>
        </div>
        {isError && !rows ? (
          <Notice tone="danger" onRetry={refetch}>
            The audit log could not be loaded.
          </Notice>
        ) : total === 0 && !isPending ? (
          <EmptyState
            title={isFiltered ? 'Nothing found.' : 'Nothing yet.'}
            help={
              isFiltered
                ? 'Try another name or another action.'
                : 'Logins and every change by an admin appear here.'
            }
          />
        ) : (
          <DataTable
            caption="Audit log, the newest first"
            columns={columns}
            rows={rows ?? []}
            rowKey={({ _id }) => _id}
            skeletonRows={isPending ? 5 : 0}
          />
        )}
      </Card>
      {total > 0 && rows && <Pager things="Entries" paged={paged} shown={rows.length} />}
      <p role="status" className="visually-hidden">
        {isFiltered && !paged.isPlaceholderData && rows && `Found: ${total}`}
      </p>
    </>
  )
}
