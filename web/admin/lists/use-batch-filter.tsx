import { useQuery } from '@tanstack/react-query'
import { listBatches } from '#contract/batches.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { toBatchFilters } from './batch-filter.ts'
import { readListState, useListParams } from './list-description.ts'

/** The filter by batch, and the batch that is chosen: an empty text if none is. */
export function useBatchFilter() {
  const listParams = useListParams()
  const canSeeBatches = useCan(listBatches)
  const { data } = useQuery({
    ...endpointQuery(listBatches, { query: { sort: 'name-asc', limit: 1000 } }),
    enabled: canSeeBatches,
  })
  const filters = canSeeBatches ? toBatchFilters(data, listParams.get('batch')) : []
  const { batch = '' } = readListState({ filters }, listParams.params).filters
  return { filters, batch, setBatch: (value: string) => listParams.set({ batch: value }) }
}

type WithBatches = {
  readonly batches?: readonly string[] | undefined
  readonly studentPhone?: string | undefined
}

const batchColumn: Column<WithBatches> = {
  key: 'batch',
  head: 'Batch',
  cell: ({ batches = [] }) => batches.join(', ') || <EmptyCell />,
}

const phoneColumn: Column<WithBatches> = {
  key: 'phone',
  head: 'Phone',
  oneLine: true,
  cell: ({ studentPhone }) => studentPhone || <EmptyCell />,
}

/** Adds the batches and phones that rows have, behind the course or else the first column. */
export function addBatchColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): readonly Column<Row>[] {
  const isAny = (name: keyof WithBatches) =>
    rows.some((row) => (row as WithBatches)[name] !== undefined)
  const courseAt = columns.findIndex(({ key }) => key === 'course')
  const place = courseAt + 1 || 1
  // The column of the course says the batches, too, where there is little room.
  const batch = courseAt >= 0 ? { ...batchColumn, yields: true as const } : batchColumn
  return [
    ...columns.slice(0, place),
    ...(isAny('studentPhone') ? [phoneColumn as Column<Row>] : []),
    ...(isAny('batches') ? [batch as Column<Row>] : []),
    ...columns.slice(place),
  ]
}
