import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** A page of rows, and how many there are in all. */
export type CountedPage<Row> = { readonly rows: Row[]; readonly total: number }

/** Which rows of a list, counted from its end where that is nearer. */
export type RowRange = {
  readonly isFromStart: boolean
  readonly offset: number
  readonly limit: number
}

type PageRequest = { readonly limit?: number | undefined; readonly offset?: number | undefined }
type PagedQuery<Row> = {
  readonly count: () => Promise<number>
  readonly rows: (range: RowRange) => Promise<Row[]>
}

const unlimited = 100_000_000

/** A first page that is not full holds everything: then nothing needs to be counted. */
export async function loadPage<Row>(
  { limit = unlimited, offset = 0 }: PageRequest,
  { count, rows }: PagedQuery<Row>,
): Promise<CountedPage<Row>> {
  if (offset === 0) {
    const first = await rows({ isFromStart: true, offset, limit })
    return { rows: first, total: first.length < limit ? first.length : await count() }
  }
  const total = await count()
  const rowCount = Math.min(limit, total - offset)
  if (rowCount <= 0) return { rows: [], total }
  if (offset <= total / 2) {
    return { rows: await rows({ isFromStart: true, offset, limit: rowCount }), total }
  }
  const last = await rows({
    isFromStart: false,
    offset: total - offset - rowCount,
    limit: rowCount,
  })
  return { rows: last.toReversed(), total }
}

/** The other way round, where a list is read from its end. */
export function toSortDirection(isUp: boolean, { isFromStart }: Pick<RowRange, 'isFromStart'>) {
  return isUp === isFromStart ? 'asc' : 'desc'
}

export async function countRows<Table extends keyof Tables>(
  matching: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { total } = await matching
    .select((is) => is.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
