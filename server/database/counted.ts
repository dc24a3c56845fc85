import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** A page of rows, and how many there are in all. */
export type Counted<Row> = { readonly rows: Row[]; readonly total: number }

type Query = { readonly limit?: number | undefined; readonly offset?: number | undefined }

/** A page that is not full is the last one: then nothing needs to be counted. */
export async function totalOf<Table extends keyof Tables>(
  { limit, offset = 0 }: Query,
  found: number,
  matching: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const isLast = limit === undefined || found < limit
  if (isLast && (found > 0 || offset === 0)) return offset + found
  const { total } = await matching
    .select((is) => is.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
