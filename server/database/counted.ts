import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** A page of rows, and how many there are in all. */
export type Counted<Row> = { readonly rows: Row[]; readonly total: number }

/** Which rows of a list, counted from its end where that is nearer. */
export type Window = {
  readonly isForwards: boolean
  readonly offset: number
  readonly limit: number
}

type Query = { readonly limit?: number | undefined; readonly offset?: number | undefined }
type List<Row> = {
  readonly count: () => Promise<number>
  readonly rows: (window: Window) => Promise<Row[]>
}

const all = 100_000_000

/** A first page that is not full holds everything: then nothing needs to be counted. */
export async function pageOf<Row>(
  { limit = all, offset = 0 }: Query,
  { count, rows }: List<Row>,
): Promise<Counted<Row>> {
  if (offset === 0) {
    const first = await rows({ isForwards: true, offset, limit })
    return { rows: first, total: first.length < limit ? first.length : await count() }
  }
  const total = await count()
  const most = Math.min(limit, total - offset)
  if (most <= 0) return { rows: [], total }
  if (offset <= total / 2) {
    return { rows: await rows({ isForwards: true, offset, limit: most }), total }
  }
  const last = await rows({ isForwards: false, offset: total - offset - most, limit: most })
  return { rows: last.toReversed(), total }
}

/** The other way round, where a list is read from its end. */
export function directionOf(isUp: boolean, { isForwards }: Pick<Window, 'isForwards'>) {
  return isUp === isForwards ? 'asc' : 'desc'
}

export async function countOf<Table extends keyof Tables>(
  matching: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { total } = await matching
    .select((is) => is.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
