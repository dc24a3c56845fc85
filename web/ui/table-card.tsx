import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { Notice } from './notice.tsx'

type TableCardProps<Row> = Omit<DataTableProps<Row>, 'rows'> & {
  readonly query: {
    readonly data: readonly Row[] | undefined
    readonly isPending: boolean
    readonly isError: boolean
    readonly refetch: () => unknown
  }
  readonly failed: string
  /** Left out where the screen says in another place that there is nothing. */
  readonly empty?: { readonly title: string; readonly help: ReactNode }
  readonly className?: string
}

/** A short list that comes whole: its rows, or why there are none. */
export function TableCard<Row>(props: TableCardProps<Row>) {
  const { query, failed, empty, className, skeletonRows, ...table } = props
  const { data: rows = [], isPending, isError, refetch } = query
  const isEmpty = query.data?.length === 0
  return (
    <>
      {isError && (
        <Notice tone="danger" onRetry={refetch}>
          {failed}
        </Notice>
      )}
      {(isPending || rows.length > 0) && (
        <Card className={className}>
          <DataTable {...table} rows={rows} skeletonRows={isPending ? skeletonRows : 0} />
        </Card>
      )}
      {isEmpty && empty && (
        <Card>
          <EmptyState {...empty} />
        </Card>
      )}
    </>
  )
}
