import { listEnquiries } from '#contract/enquiries.ts'
import { Card } from '../../kit/card.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Notice } from '../../kit/notice.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { titled } from '../../kit/title.ts'
import { useAddress } from '../address-state.ts'
import css from '../list.module.css'
import { ListEnd } from '../list-end.tsx'
import { usePages } from '../use-pages.ts'
import { columns } from './enquiry-columns.tsx'

export const meta = titled('Enquiries')

export default function EnquiriesScreen() {
  const address = useAddress()
  const search = address.get('search')
  const query = usePages(listEnquiries, { search })
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
              onSearch={(text) => address.set({ search: text })}
            />
          </div>
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
            waiting={isPending ? 5 : isFetchingNextPage ? 1 : 0}
          />
        )}
      </Card>
      {rows.length > 0 && (
        <ListEnd query={query} things="enquiries" shown={rows.length} total={total} />
      )}
      <p role="status" className="visually-hidden">
        {search && !query.isPlaceholderData && `Found: ${total}`}
      </p>
    </>
  )
}
