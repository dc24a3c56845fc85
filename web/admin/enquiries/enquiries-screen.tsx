import { type Enquiry, listEnquiries } from '#contract/enquiries.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import css from '../lists/list.module.css'
import { LoadMore } from '../lists/load-more.tsx'
import { useInfiniteList } from '../lists/use-infinite-list.ts'
import { useListParams } from '../lists/use-list-params.ts'
import { columns } from './enquiry-columns.tsx'
import { EraseSelected } from './erase-selected.tsx'

export const meta = createTitleMeta('Enquiries')

export default function EnquiriesScreen() {
  const listParams = useListParams()
  const search = listParams.get('search')
  const query = useInfiniteList(listEnquiries, { search })
  const selection = useRowSelection()
  const chosen = filterSelected(query.rows, selection.selected)
  const { rows, total, isPending, isError, isFetchingNextPage } = query

  return (
    <>
      <PageHeading title="Enquiries" lead="What visitors asked, the newest first." />
      <Card>
        <div className={css.tools}>
          <div className={css.search}>
            <SearchBox
              label="Search by name, email or phone"
              value={search}
              onSearch={(text) => {
                selection.clear()
                listParams.set({ search: text })
              }}
            />
          </div>
          <EraseSelected chosen={chosen} onClear={selection.clear} />
        </div>
        {isError && rows.length === 0 ? (
          <Notice tone="danger" onRetry={query.refetch}>
            The enquiries could not be loaded.
          </Notice>
        ) : !isPending && rows.length === 0 ? (
          <EmptyState
            title="No enquiries found."
            help={search ? 'Try another name.' : 'Enquiries from the website appear here.'}
          />
        ) : (
          <DataTable
            caption="Enquiries"
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowName={({ name }) => name}
            selection={selection}
            skeletonRows={isPending ? 5 : isFetchingNextPage ? 1 : 0}
          />
        )}
      </Card>
      {rows.length > 0 && (
        <LoadMore query={query} things="enquiries" shown={rows.length} total={total} />
      )}
      <p role="status" className="visually-hidden">
        {search && !query.isPlaceholderData && `Found: ${total}`}
      </p>
    </>
  )
}

function filterSelected(rows: readonly Enquiry[], selected: ReadonlySet<string>) {
  return rows.filter(({ _id }) => selected.has(_id))
}
