import { type AuditAction, listAuditEntries } from '#contract/audit-log.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import css from '../lists/list.module.css'
import { Pager } from '../lists/pager.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { usePagedList } from '../lists/use-paged-list.ts'
import { columns } from './audit-columns.tsx'
import { auditLabels, findActionsByLabel } from './audit-labels.ts'

export const meta = createTitleMeta('Audit log')

const hiddenActions: readonly AuditAction[] = ['legacy.other']
const actions = Object.entries(auditLabels)
  .filter(([value]) => !hiddenActions.includes(value as AuditAction))
  .map(([value, name]) => ({ value, name }))

export default function AuditLogScreen() {
  const listParams = useListParams()
  const search = listParams.get('search')
  const action = listParams.get('action')
  const labelled = findActionsByLabel(search).join(',')
  const paged = usePagedList(listAuditEntries, { filters: { search, action, labelled } })
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
              onSearch={(text) => listParams.set({ search: text, page: '' })}
            />
          </div>
          <div className={css.sort}>
            <SelectField
              label="What was done"
              hideLabel
              value={action}
              options={[{ value: '', name: 'Everything' }, ...actions]}
              onChange={({ target }) => listParams.set({ action: target.value, page: '' })}
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
