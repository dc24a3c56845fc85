import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { buildQueryKey } from '../../client/endpoint-query.ts'
import { type RequestArgs, requestWithTotal } from '../../client/request.ts'
import { useListParams } from './use-list-params.ts'

const pageSize = 20

type PagedListOptions<E extends Endpoint> = {
  readonly filters: Readonly<Record<string, string>>
  /** In milliseconds, as long as what is shown may still change by itself. */
  readonly getRefetchInterval?: (rows: ReplyOf<E> | undefined) => number | false
}

/** One page of a long list; which one it is stands in the address. */
export function usePagedList<E extends Endpoint>(
  endpoint: E,
  { filters, getRefetchInterval }: PagedListOptions<E>,
) {
  const listParams = useListParams()
  const page = Math.max(1, Math.trunc(Number(listParams.get('page'))) || 1)
  const query = { ...filters, offset: (page - 1) * pageSize, limit: pageSize }
  const result = useQuery({
    queryKey: buildQueryKey(endpoint, { query }),
    queryFn: ({ signal }) =>
      requestWithTotal(endpoint, ...([{ query, signal }] as unknown as RequestArgs<E>)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => getRefetchInterval?.(state.data?.rows) ?? false,
  })
  const total = result.data?.total ?? 0
  return {
    ...result,
    rows: result.data?.rows,
    total,
    page,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    from: (page - 1) * pageSize,
    goTo: (to: number) => listParams.set({ page: to === 1 ? '' : String(to) }),
  }
}
