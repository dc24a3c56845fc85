import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { buildSearchKey, matchesSearch, splitSearch } from '#core/text.ts'
import type { Tables } from './tables.ts'

declare const isCounted: unique symbol

/** A page of rows, and how many there are in all. Made in this file only. */
export type CountedPage<Row> = {
  readonly rows: readonly Row[]
  readonly total: number
  readonly [isCounted]: true
}

export type PageRequest = {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** Which rows of a list, counted from its end where that is nearer. */
export type RowRange = {
  readonly isFromStart: boolean
  readonly offset: number
  readonly limit: number
}

const unlimited = 100_000_000

/**
 * A first page that is not full holds everything: then nothing needs to be counted. The second one is
 * read while PostgreSQL counts.
 */
export async function loadPage<Row>(
  { limit = unlimited, offset = 0 }: PageRequest,
  list: {
    readonly count: () => Promise<number>
    readonly rows: (range: RowRange) => Promise<Row[]>
  },
): Promise<CountedPage<Row>> {
  if (offset === 0) {
    const first = await list.rows({ isFromStart: true, offset, limit })
    return toPage(first, first.length < limit ? first.length : await list.count())
  }
  if (offset <= limit) {
    const fromStart = { isFromStart: true, offset, limit }
    const [total, rows] = await Promise.all([list.count(), list.rows(fromStart)])
    return toPage(rows, total)
  }
  const total = await list.count()
  const rowCount = Math.min(limit, total - offset)
  if (rowCount <= 0) return toPage([], total)
  if (offset <= total / 2) {
    return toPage(await list.rows({ isFromStart: true, offset, limit: rowCount }), total)
  }
  const offsetFromEnd = total - offset - rowCount
  const last = await list.rows({ isFromStart: false, offset: offsetFromEnd, limit: rowCount })
  return toPage(last.toReversed(), total)
}

type RowKeys<Row> = {
  readonly name: (row: Row) => string
  /** Texts that a search covers beside the name. */
  readonly texts?: (row: Row) => readonly string[]
  readonly score?: (row: Row) => number | null
  /** Lists are the newest first otherwise. */
  readonly isOldestFirst?: boolean
}

/** A page of a list that is in memory as a whole; where no sort is asked for it stays as it is. */
export function selectPage<Row>(
  all: readonly Row[],
  {
    search,
    sort,
    ...request
  }: PageRequest & { search?: string | undefined; sort?: string | undefined },
  { name, texts = () => [], score, isOldestFirst = false }: RowKeys<Row>,
): CountedPage<Row> {
  const found = search
    ? all.filter((row) => matchesSearch(search, [name(row), ...texts(row)]))
    : all
  if (sort === 'newest' || sort === 'oldest') {
    const isReversed = (sort === 'oldest') !== isOldestFirst
    return slicePage(isReversed ? found.toReversed() : found, request)
  }
  if (!sort) return slicePage(found, request)
  const toKey = sort.startsWith('score')
    ? (row: Row) => score?.(row) ?? -1
    : (row: Row) => buildSearchKey(name(row))
  return slicePage(sortByKey(found, toKey, sort.endsWith('-asc') ? 1 : -1), request)
}

function sortByKey<Row>(
  rows: readonly Row[],
  toKey: (row: Row) => string | number,
  direction: 1 | -1,
): Row[] {
  return rows
    .map((row) => ({ row, key: toKey(row) }))
    .toSorted((one, other) =>
      one.key === other.key ? 0 : one.key < other.key ? -direction : direction,
    )
    .map(({ row }) => row)
}

/** A page of a list that is in memory as a whole, in its own order. */
export function slicePage<Row>(
  all: readonly Row[],
  { limit = unlimited, offset = 0 }: PageRequest = {},
): CountedPage<Row> {
  return toPage(all.slice(offset, offset + limit), all.length)
}

/** The same page with its rows in another shape. */
export function withRows<Row>({ total }: CountedPage<unknown>, rows: readonly Row[]) {
  return toPage(rows, total)
}

function toPage<Row>(rows: readonly Row[], total: number): CountedPage<Row> {
  return { rows, total } as CountedPage<Row>
}

type Select<DB, TB extends keyof DB, Row> = SelectQueryBuilder<DB, TB, Row>

/** A column, or one that stays ascending whichever way the list is sorted. */
type SortColumn = string | RawBuilder<unknown> | { readonly ascending: string }

/** `name-asc` and `name-desc` are sorts by `name`; `oldest` and `newest` are sorts by `time`. */
type SortKey<Sort extends string> = Sort extends `${infer Key}-${'asc' | 'desc'}` ? Key : 'time'

/**
 * The columns of each sort, the most important first. The last one is unique, so that no row is on
 * two pages. Both directions of a sort read one index, forwards or backwards.
 */
export type SortColumns<Sort extends string> = {
  readonly [Key in SortKey<Sort>]: readonly SortColumn[]
}

export function sortRows<Sort extends string, DB, TB extends keyof DB, Row>(
  query: Select<DB, TB, Row>,
  columns: SortColumns<Sort>,
  sort: Sort,
  { isFromStart }: Pick<RowRange, 'isFromStart'> = { isFromStart: true },
): Select<DB, TB, Row> {
  const isAscending = sort === 'oldest' || sort.endsWith('-asc')
  const key = sort.includes('-') ? sort.slice(0, sort.lastIndexOf('-')) : 'time'
  return columns[key as SortKey<Sort>].reduce((sorted, column) => {
    const isFixed = typeof column === 'object' && 'ascending' in column
    const expression = isFixed ? sql.ref(column.ascending) : toExpression(column)
    const direction = (isFixed || isAscending) === isFromStart ? 'asc' : 'desc'
    return sorted.orderBy(expression, direction)
  }, query)
}

function toExpression(column: string | RawBuilder<unknown>) {
  return typeof column === 'string' ? sql.ref(column) : column
}

/** Keeps rows with all of the words in one of the columns, whatever their case and order. */
export function filterBySearch<DB, TB extends keyof DB, Row>(
  query: Select<DB, TB, Row>,
  search: string | undefined,
  columns: readonly string[],
): Select<DB, TB, Row> {
  const key = buildSearchKey(search ?? '')
  if (!key) return query
  return query.where((eb) =>
    eb.or(columns.map((column) => containsWords(sql.ref<string>(column), key))),
  )
}

export function limitRows<DB, TB extends keyof DB, Row>(
  query: Select<DB, TB, Row>,
  { limit, offset }: RowRange,
): Select<DB, TB, Row> {
  return query.limit(limit).offset(offset)
}

type Sorted = <DB, TB extends keyof DB, Row>(query: Select<DB, TB, Row>) => Select<DB, TB, Row>

type PagedList<Sort extends string, Table extends keyof Tables, Row> = {
  /** Rows that match the search and the filters, with nothing selected yet. */
  readonly matching: Select<Tables, Table, object>
  readonly columns: SortColumns<Sort>
  /** `page` is sorted and limited; `inOrder` sorts another query in the same way. */
  readonly load: (page: Select<Tables, Table, object>, inOrder: Sorted) => Promise<Row[]>
}

/** The newest first where no sort is asked for. */
export function paginate<Sort extends string, Table extends keyof Tables, Row>(
  { sort, ...request }: PageRequest & { readonly sort?: Sort | undefined },
  { matching, columns, load }: PagedList<Sort, Table, Row>,
): Promise<CountedPage<Row>> {
  return loadPage(request, {
    count: () => countRows(matching),
    rows(range) {
      const inOrder: Sorted = (query) => sortRows(query, columns, sort ?? ('newest' as Sort), range)
      return load(limitRows(inOrder(matching), range), inOrder)
    },
  })
}

export async function countRows<Table extends keyof Tables>(
  matching: Select<Tables, Table, object>,
): Promise<number> {
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Whether the column contains each word of the search, in any order: "Nair Priya". */
export function containsWords(column: Expression<string>, search: string): Expression<SqlBool> {
  const words = splitSearch(search).map((word) => containsText(column, word))
  return sql<SqlBool>`(${sql.join(words, sql` and `)})`
}

/** A column that is no search key, without the apostrophes that a search has lost as well. */
export function withoutApostrophes(column: Expression<string>): Expression<string> {
  return sql`replace(replace(${column}, '''', ''), '’', '')`
}

/** Whether an email address contains one of these: the search as a key, or with its accents. */
export function containsAddress(
  column: Expression<string>,
  forms: readonly string[],
): Expression<SqlBool> {
  const found = [...new Set(forms)].map((form) => containsText(withoutApostrophes(column), form))
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}

/** Whether the column contains this text, taken literally: `%` and `_` are no wildcards. */
export function containsText(column: Expression<string>, text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql<SqlBool>`${column} like ${pattern} escape '\\'`
}
