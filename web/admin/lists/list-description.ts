import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Endpoint, RowOf } from '#contract/endpoint.ts'
import { parseDate } from '#core/students/calendar-date.ts'
import { findNamesakes, toPersonLabel } from '#core/students/namesakes.ts'

/**
 * How rows arrive: more of them at the end of the list, a page at a time with its number in the
 * address, or all at once.
 */
export type Paging =
  | {
      readonly as: 'scroll'
      readonly size: number
      /** Says how many are shown only while some are not. */
      readonly isQuiet?: true
    }
  | { readonly as: 'pages'; readonly size: number }
  | { readonly as: 'whole' }

export type ListSorts = {
  readonly initial: string
  readonly values: readonly string[]
  /** With labels there is a select beside the search box, not only buttons in the headers. */
  readonly labels?: Readonly<Record<string, string>>
}

/** A select above the table; its name is the parameter in the address and in the request. */
export type ListFilter = {
  readonly name: string
  readonly label: string
  /** A day that is typed or picked; yyyy-MM-dd in the address and in the request. */
  readonly kind?: 'day'
  /** As wide as its longest option, so that none is cut. */
  readonly isWide?: true
  /** A select’s options. The first one, with an empty value, shows everything. */
  readonly options: readonly { readonly value: string; readonly name: string }[]
}

type ListText = { readonly title: string; readonly help: string }

export type ListDescription<E extends Endpoint> = {
  readonly endpoint: E
  readonly rowKey: (row: RowOf<E>) => string
  /** Made with the selected rows: who may not make it selects none. */
  readonly bulkEndpoint?: Endpoint
  /** Names a row for its checkbox; without it no row can be selected. */
  readonly rowName?: (row: RowOf<E>) => string
  /** For rows that name people: what tells two of the same name apart. */
  readonly rowIdentifier?: (row: RowOf<E>) => string
  /** The noun for a row, one and many: "enquiry", "enquiries". */
  readonly things: { readonly one: string; readonly many: string }
  readonly caption: string
  readonly paging: Paging
  readonly searchLabel?: string
  readonly sorts?: ListSorts
  readonly filters?: readonly ListFilter[]
  /** Further parameters for the server, derived from the state of the list. */
  readonly deriveQuery?: (state: ListState) => Readonly<Record<string, string>>
  readonly empty: ListText
  /** Instead of `empty` while a search or a filter is set. */
  readonly notFound?: ListText
  readonly failed: string
  readonly skeletonRows: number
}

/** Keeps the endpoint's type, so that columns and names are checked against its rows. */
export function defineList<const E extends Endpoint>(description: ListDescription<E>) {
  return description
}

/** The state of a list, as its address says. */
export type ListState = {
  readonly search: string
  readonly sort: string | undefined
  readonly filters: Readonly<Record<string, string>>
  /** From 1; it may lie behind the last. */
  readonly page: number
  readonly isFiltered: boolean
}

type Parameters = Pick<ListDescription<Endpoint>, 'sorts' | 'filters'>

/** The server takes no offset beyond ten million. */
const maxPage = 100_000

/** Values the list does not know, such as a sort somebody typed into the address, are left out. */
export function readListState(
  { sorts, filters = [] }: Parameters,
  params: URLSearchParams,
): ListState {
  const search = params.get('search') ?? ''
  const chosen = filters.map((filter) => {
    const value = params.get(filter.name) ?? ''
    return [filter.name, isFilterValue(filter, value) ? value : ''] as const
  })
  return {
    search,
    sort: sorts?.values.find((value) => value === params.get('sort')) ?? sorts?.initial,
    filters: Object.fromEntries(chosen),
    page: Math.min(Math.max(1, Math.trunc(Number(params.get('page'))) || 1), maxPage),
    isFiltered: search !== '' || chosen.some(([, value]) => value !== ''),
  }
}

function isFilterValue({ kind, options }: ListFilter, value: string): boolean {
  if (kind === 'day') return parseDate(reverseDay(value)) !== undefined
  return options.some((option) => option.value === value)
}

/** Days are yyyy-MM-dd in addresses and dd-MM-yyyy on the screen. */
export function reverseDay(day: string): string {
  return day.split('-').toReversed().join('-')
}

/** As the server is asked, without the range; what is empty is not sent. */
export function toListQuery({ search, sort, filters }: ListState): Record<string, string> {
  const query = { search, ...(sort && { sort }), ...filters }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

/** Says what narrows the rows, for paper, on which no box and no select is drawn. */
export function describeFilters(
  { things, filters = [] }: Pick<ListDescription<Endpoint>, 'things' | 'filters'>,
  state: Pick<ListState, 'search' | 'filters'>,
): string {
  const chosen = filters.flatMap(({ name, label, kind, options }) => {
    const value = state.filters[name] ?? ''
    if (value === '') return []
    const shown =
      kind === 'day' ? reverseDay(value) : options.find((one) => one.value === value)?.name
    return shown ? [`${label}: ${shown}`] : []
  })
  const parts = [...chosen, ...(state.search ? [`search: ${state.search}`] : [])]
  return parts.length > 0 ? parts.join('; ') : `All ${things.many}`
}

/** The pages of a list and the way from the one that is shown, which may lie behind the last. */
export function locatePage({ page, total, size }: { page: number; total: number; size: number }) {
  const pages = Math.max(1, Math.ceil(total / size))
  return {
    pages,
    from: (page - 1) * size,
    previous: page > 1 ? Math.min(page - 1, pages) : null,
    next: page < pages ? page + 1 : null,
  }
}

type ParamChanges = Readonly<Record<string, string>>

/** Search, sort and filters are kept in the address, so that they survive a reload and a link. */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  // A delayed search may arrive after a newly chosen sort, and must not undo it.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])
  const set = (changes: ParamChanges) => {
    latest.current = changeParams(latest.current, changes)
    setParams(latest.current, { replace: true, preventScrollReset: true })
  }
  return { params, get: (name: string) => params.get(name) ?? '', set }
}

/** An empty value takes a parameter out of the address. */
export function changeParams(params: URLSearchParams, changes: ParamChanges): URLSearchParams {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value)
    else changed.delete(name)
  }
  return changed
}

/** Names a row in a dialog and at its checkbox, so that no two of these rows have one name. */
export function createRowNames<E extends Endpoint>(
  { rowKey, rowName = rowKey, rowIdentifier }: ListDescription<E>,
  rows: readonly RowOf<E>[],
): (row: RowOf<E>) => string {
  if (!rowIdentifier) return rowName
  const namesakes = findNamesakes(rows.map((row) => ({ id: rowKey(row), name: rowName(row) })))
  return (row) =>
    toPersonLabel({
      name: rowName(row),
      identifier: namesakes.has(rowKey(row)) ? rowIdentifier(row) : undefined,
    })
}
