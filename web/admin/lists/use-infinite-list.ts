import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Endpoint, ParamsOf, ReplyOf } from '#contract/endpoint.ts'
import { buildQueryKey } from '../../client/endpoint-query.ts'
import { type RequestArgs, requestWithTotal } from '../../client/request.ts'

const pageSize = 10

type Row<E extends Endpoint> =
  ReplyOf<E> extends readonly (infer Item extends { _id: string })[] ? Item : never

/** Ten at a time; while another search is on its way, what was found before stays. */
export function useInfiniteList<E extends Endpoint>(
  endpoint: E,
  filters: object,
  params?: ParamsOf<E>,
) {
  const query = useInfiniteQuery({
    queryKey: [...buildQueryKey(endpoint, { params, query: filters }), 'pages'],
    queryFn: async ({ pageParam: offset, signal }) => {
      const args = { params, query: { ...filters, offset, limit: pageSize }, signal }
      const { rows, total } = await requestWithTotal(
        endpoint,
        ...([args] as unknown as RequestArgs<E>),
      )
      return { rows: rows as Row<E>[], total }
    },
    initialPageParam: 0,
    getNextPageParam: ({ rows, total }, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.rows.length, 0)
      return rows.length > 0 && loaded < total ? loaded : undefined
    },
    placeholderData: keepPreviousData,
    refetchOnMount: isShort,
    refetchOnReconnect: isShort,
    refetchOnWindowFocus: isShort,
  })
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  return {
    ...query,
    // Someone who is added while we scroll shifts the pages: nobody is shown twice.
    rows: [...new Map(rows.map((row) => [row._id, row])).values()],
    total: query.data?.pages.at(-1)?.total ?? 0,
  }
}

type Pages = { readonly state: { readonly data?: { readonly pages: readonly unknown[] } } }

/** A long list is not read again by itself: that is a call for each ten rows. */
function isShort({ state }: Pages): boolean {
  return (state.data?.pages.length ?? 0) <= 5
}
