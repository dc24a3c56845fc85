import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'

type Row = { readonly _id: string }
type Pages = InfiniteData<{ readonly rows: readonly Row[]; readonly total: number }, number>

/**
 * What was loaded of a long list is changed where it lies: to read it again takes a call for each
 * ten rows, and loses the place.
 */
export function replaceRow(client: QueryClient, endpoint: Endpoint, row: Row) {
  change(client, endpoint, (pages) => ({
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      rows: page.rows.map((before) => (before._id === row._id ? { ...before, ...row } : before)),
    })),
  }))
}

/** Where nothing is left of what was loaded, the list begins anew. */
export function dropRows(client: QueryClient, endpoint: Endpoint, ids: readonly string[]) {
  const gone = new Set(ids)
  change(client, endpoint, ({ pages, pageParams }) => {
    const kept = pages.map((page) => page.rows.filter(({ _id }) => !gone.has(_id)))
    const dropped = pages.reduce(
      (sum, page, place) => sum + page.rows.length - (kept[place]?.length ?? 0),
      0,
    )
    const isLeft = (_: unknown, place: number) => (kept[place]?.length ?? 0) > 0
    const left = pages.map(({ total }, place) => ({
      rows: kept[place] ?? [],
      total: total - dropped,
    }))
    return { pages: left.filter(isLeft), pageParams: pageParams.filter(isLeft) }
  })
}

function change(client: QueryClient, endpoint: Endpoint, to: (pages: Pages) => Pages) {
  const queries = client.getQueryCache().findAll({ queryKey: [endpoint.path] })
  for (const query of queries.filter(({ queryKey }) => queryKey.at(-1) === 'pages')) {
    const pages = query.state.data as Pages | undefined
    if (!pages) continue
    const changed = to(pages)
    if (changed.pages.length === 0)
      void client.resetQueries({ queryKey: query.queryKey, exact: true })
    else client.setQueryData(query.queryKey, changed)
  }
}
