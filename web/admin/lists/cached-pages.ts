import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'

type Row = { readonly _id: string }
export type Pages = InfiniteData<{ readonly rows: readonly Row[]; readonly total: number }, number>

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

/** Pages that are empty now go; the others keep the offset they were read from. */
export function withoutRows({ pages, pageParams }: Pages, ids: ReadonlySet<string>): Pages {
  const keptRows = pages.map(({ rows }) => rows.filter(({ _id }) => !ids.has(_id)))
  const removedCount = countRows(pages.map(({ rows }) => rows)) - countRows(keptRows)
  const remaining = pages.map(({ total }, index) => ({
    rows: keptRows[index] ?? [],
    total: total - removedCount,
  }))
  const hasRows = (_: unknown, index: number) => (keptRows[index]?.length ?? 0) > 0
  return { pages: remaining.filter(hasRows), pageParams: pageParams.filter(hasRows) }
}

function countRows(pages: readonly (readonly Row[])[]): number {
  return pages.reduce((sum, rows) => sum + rows.length, 0)
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
