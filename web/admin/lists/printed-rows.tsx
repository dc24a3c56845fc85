import type { Endpoint, RowOf } from '#contract/endpoint.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import type { ListDescription } from './list-description.ts'
import { addBatchColumns } from './use-batch-filter.tsx'

type PrintedRowsProps<E extends Endpoint> = {
  readonly description: ListDescription<E>
  readonly caption: string
  readonly columns: readonly Column<RowOf<E>>[]
  readonly rows: readonly RowOf<E>[]
}

/** All rows of a list, for paper: nothing is searched, sorted or selected in it. */
export function PrintedRows<E extends Endpoint>(props: PrintedRowsProps<E>) {
  const { description, caption, columns, rows } = props
  return (
    <DataTable
      caption={caption}
      columns={addBatchColumns(columns, rows)}
      rows={rows}
      rowKey={description.rowKey}
    />
  )
}
