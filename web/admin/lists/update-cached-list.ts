import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'

type Row = { readonly _id: string }
type Pages = InfiniteData<{ readonly rows: readonly Row[]; readonly total: number }, number>

/**
 * What was loaded of a long list is changed where it lies: to read it again takes a call for each
 * ten rows, and loses the place.
 */
export function replaceRow(client: QueryClient, endpoint: Endpoint, row: Row) {
  updateCachedPages(client, endpoint, (pages) => ({
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      rows: page.rows.map((before) => (before._id === row._id ? { ...before, ...row } : before)),
    })),
  }))
}

/** Where nothing is left of what was loaded, the list begins anew. */
export function removeRows(client: QueryClient, endpoint: Endpoint, ids: readonly string[]) {
  const removedIds = new Set(ids)
  updateCachedPages(client, endpoint, ({ pages, pageParams }) => {
    const keptRows = pages.map((page) => page.rows.filter(({ _id }) => !removedIds.has(_id)))
    const removedCount = pages.reduce(
      (sum, page, index) => sum + page.rows.length - (keptRows[index]?.length ?? 0),
      0,
    )
    const hasRows = (_: unknown, index: number) => (keptRows[index]?.length ?? 0) > 0
    const remaining = pages.map(({ total }, index) => ({
      rows: keptRows[index] ?? [],
      total: total - removedCount,
    }))
    return { pages: remaining.filter(hasRows), pageParams: pageParams.filter(hasRows) }
  })
}

function updateCachedPages(
  client: QueryClient,
  endpoint: Endpoint,
  update: (pages: Pages) => Pages,
) {
  const queries = client.getQueryCache().findAll({ queryKey: [endpoint.path] })
  for (const query of queries.filter(({ queryKey }) => queryKey.at(-1) === 'pages')) {
    const pages = query.state.data as Pages | undefined
    if (!pages) continue
    const updated = update(pages)
    if (updated.pages.length === 0)
      void client.resetQueries({ queryKey: query.queryKey, exact: true })
    else client.setQueryData(query.queryKey, updated)
  }
}
