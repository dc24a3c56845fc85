import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Endpoint, ParamsOf, RowOf } from '#contract/endpoint.ts'
import { buildQueryKey, removeInactiveQueries } from '../../client/endpoint-query.ts'
import { showToast, showUndoToast } from '../../ui/toast.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { pagesKey, removeRows } from './cached-pages.ts'
import {
  createRowNames,
  type ListDescription,
  type ListState,
  readListState,
  toListQuery,
  useListParams,
} from './list-description.ts'
import { readRange, readWholeList } from './read-list.ts'
import { findNextRange, joinPages, type PageRange, readNextPage } from './read-pages.ts'
import { type PrintAll, usePrintAll } from './use-print-all.ts'

type ListRows<Row> = {
  readonly rows: readonly Row[]
  /** How many match, shown or not. */
  readonly total: number
  readonly isPending: boolean
  /** Nothing could be loaded, so there is nothing to show. */
  readonly isLoadingError: boolean
  /** The rows are those of before: they could not be loaded again. */
  readonly isRefetchError: boolean
  readonly error: Error | null
  /** Rows found before are shown while another search is on its way. */
  readonly isPlaceholderData: boolean
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
  readonly refetch: () => unknown
  readonly print: PrintAll<Row>
}

export type ListModel<E extends Endpoint> = ReturnType<typeof useListModel<E>>

type ListOptions<E extends Endpoint> = {
  readonly params?: ParamsOf<E>
  /** In milliseconds, while rows may still change by themselves. */
  readonly getRefetchInterval?: (rows: readonly RowOf<E>[]) => number | false
  /** Refetches even if it was loaded a moment ago. */
  readonly isReadAtEachVisit?: boolean
}

/** A list that the server searches, sorts and pages. */
export function useList<E extends Endpoint>(
  description: ListDescription<E>,
  { params, getRefetchInterval, isReadAtEachVisit }: ListOptions<E> = {},
) {
  const { endpoint, paging, rowKey, deriveQuery } = description
  const listParams = useListParams()
  const state = readListState(description, listParams.params)
  const filters = { ...toListQuery(state), ...deriveQuery?.(state) }
  const firstOffset = paging.as === 'pages' ? (state.page - 1) * paging.size : 0
  const queryKey = [...buildQueryKey(endpoint, { params, query: filters }), firstOffset, pagesKey]
  const request = { params, query: filters }
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      readNextPage<RowOf<E>>(pageParam, {
        rowKey,
        firstOffset,
        size: paging.as === 'whole' ? 0 : paging.size,
        read: (page) => readRange(description, { ...request, signal }, page),
      }),
    initialPageParam: { offset: firstOffset } as PageRange,
    getNextPageParam: (_, pages) =>
      paging.as === 'scroll' ? findNextRange(pages, rowKey) : undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: isReadAtEachVisit ? 'always' : isShort,
    refetchOnReconnect: isShort,
    refetchOnWindowFocus: isShort,
    refetchInterval: ({ state: { data } }) =>
      getRefetchInterval?.(joinPages(data?.pages ?? [])) ?? false,
  })
  const print = usePrintAll<RowOf<E>>(JSON.stringify(queryKey), (onRead) =>
    readWholeList(description, request, onRead),
  )
  const loaded = print.rows ?? joinPages(query.data?.pages ?? [])
  // A row that was renamed while the reader scrolls may have moved; no row may show twice.
  const rows = [...new Map(loaded.map((row) => [rowKey(row), row])).values()]
  return useListModel(description, state, listParams.set, {
    ...query,
    rows,
    total: print.rows ? rows.length : (query.data?.pages.at(-1)?.total ?? 0),
    print,
  })
}

type LoadedPages = { readonly state: { readonly data?: { readonly pages: readonly unknown[] } } }

/** Refetching takes one call for every page, so a long list is not refetched automatically. */
function isShort({ state }: LoadedPages): boolean {
  return (state.data?.pages.length ?? 0) <= 5
}

type LocalRows<Row> = {
  /** Loads all rows; the data alone where the screen itself waits for it. */
  readonly query: {
    readonly data: readonly Row[] | undefined
    readonly isError?: boolean
    readonly refetch?: () => unknown
  }
  /** Otherwise these are the first by the initial sort, and the others are still loading. */
  readonly isComplete?: boolean
  readonly arrange?: (rows: readonly Row[], state: ListState) => readonly Row[]
}

const noRows: readonly never[] = []

/** A list that the screen holds whole. It is drawn in parts: thousands of rows take seconds. */
export function useLocalList<E extends Endpoint>(
  description: ListDescription<E>,
  { query, isComplete = true, arrange }: LocalRows<RowOf<E>>,
) {
  const { paging, sorts } = description
  const { data, isError = false, refetch = () => undefined } = query
  const all = data ?? noRows
  const size = paging.as === 'whole' ? Number.POSITIVE_INFINITY : paging.size
  const listParams = useListParams()
  const state = readListState(description, listParams.params)
  const [count, setCount] = useState(size)
  const isWaiting = !isComplete && (state.isFiltered || state.sort !== sorts?.initial)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is a new object at each render
  const rows = useMemo(
    () => (isWaiting ? noRows : (arrange?.(all, state) ?? all)),
    [all, isWaiting, state.search, state.sort, ...Object.values(state.filters)],
  )
  const print = usePrintAll<RowOf<E>>(JSON.stringify(state), async () => rows)
  return useListModel(description, state, listParams.set, {
    rows: print.rows ?? rows.slice(0, count),
    total: rows.length,
    isPending: isWaiting || (!data && !isError),
    isLoadingError: isError && !data,
    isRefetchError: isError && data !== undefined,
    error: null,
    isPlaceholderData: !isComplete,
    hasNextPage: count < rows.length,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: () => setCount(count + size),
    refetch,
    print,
  })
}

function useListModel<E extends Endpoint>(
  description: ListDescription<E>,
  state: ListState,
  setParams: ReturnType<typeof useListParams>['set'],
  listRows: ListRows<RowOf<E>>,
) {
  const client = useQueryClient()
  const selection = useRowSelection()
  const knownRows = useRef(new Map<string, RowOf<E>>())
  for (const row of listRows.rows) knownRows.current.set(description.rowKey(row), row)
  const narrow = (changes: Readonly<Record<string, string>>) => {
    selection.clear()
    setParams({ ...changes, page: '' })
  }
  return {
    ...listRows,
    description,
    state,
    selection,
    /** Why there are no rows, once they are loaded. */
    emptyText: (state.isFiltered && description.notFound) || description.empty,
    /** Names a row that is known, with what tells namesakes apart. */
    nameRow: createRowNames(description, [...knownRows.current.values()]),
    /** The selected rows, including those that the current sort has not loaded yet. */
    chosen: [...selection.selected].flatMap((key) => knownRows.current.get(key) ?? []),
    setSearch: (search: string) => narrow({ search }),
    setFilter: (name: string, value: string) => narrow({ [name]: value }),
    setSort: (sort: string) => setParams({ sort, page: '' }),
    goToPage: (page: number) => setParams({ page: page === 1 ? '' : String(page) }),
    clearFilters() {
      const names = description.filters?.map(({ name }) => [name, '']) ?? []
      narrow({ search: '', ...Object.fromEntries(names) })
    },
    /** Removes rows that the server has deleted, and shows its message. */
    dropRows(ids: readonly string[], message: string, onUndo?: () => Promise<unknown>) {
      removeInactiveQueries(client)
      removeRows(client, description.endpoint, ids)
      selection.clear()
      if (onUndo) showUndoToast(message, onUndo)
      else showToast(message)
      // The button that had the focus may be gone with its row.
      document.getElementById('main')?.focus()
    },
  }
}
