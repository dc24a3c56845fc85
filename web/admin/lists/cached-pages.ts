import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { findFirstPage, joinPages, type Page, type PageRange } from './read-pages.ts'

type Row = { readonly _id: string }
export type Pages = InfiniteData<Page<Row>, PageRange>

/**
 * Changes a row wherever it is loaded. Reading a long list again takes one call for every page, and
 * loses the place.
 */
export function replaceRow(client: QueryClient, endpoint: Endpoint, row: Row) {
  updateCachedPages(client, endpoint, (pages) => withRowReplaced(pages, row))
}

/** A list of which nothing is left begins anew. */
export function removeRows(client: QueryClient, endpoint: Endpoint, ids: readonly string[]) {
  updateCachedPages(client, endpoint, (pages) => withoutRows(pages, new Set(ids)))
}

export function withRowReplaced(pages: Pages, row: Row): Pages {
  const replace = (before: Row) => (before._id === row._id ? { ...before, ...row } : before)
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, rows: page.rows.map(replace) })),
  }
}

/** Pages that are empty now go; the others keep the range they were read from. */
export function withoutRows(before: Pages, ids: ReadonlySet<string>): Pages {
  const first = findFirstPage(before.pages)
  const pages = before.pages.slice(first)
  const pageParams = before.pageParams.slice(first)
  const keptRows = pages.map(({ rows }) => rows.filter(({ _id }) => !ids.has(_id)))
  const removedCount = joinPages(pages).length - keptRows.flat().length
  const remaining = pages.map((page, index) => ({
    ...page,
    rows: keptRows[index] ?? [],
    total: page.total - removedCount,
  }))
  const hasRows = (_: unknown, index: number) => (keptRows[index]?.length ?? 0) > 0
  return { pages: remaining.filter(hasRows), pageParams: pageParams.filter(hasRows) }
}

/** The last part of a list's query key. */
export const pagesKey = 'pages'

function updateCachedPages(
  client: QueryClient,
  endpoint: Endpoint,
  update: (pages: Pages) => Pages,
) {
  const queries = client.getQueryCache().findAll({ queryKey: [endpoint.path] })
  for (const query of queries.filter(({ queryKey }) => queryKey.at(-1) === pagesKey)) {
    const pages = query.state.data as Pages | undefined
    if (!pages) continue
    const updated = update(pages)
    if (updated.pages.length === 0)
      void client.resetQueries({ queryKey: query.queryKey, exact: true })
    else client.setQueryData(query.queryKey, updated)
  }
}
