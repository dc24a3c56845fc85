import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { buildQueryKey } from '../client/endpoint-query.ts'
import { type RequestArgs, requestWithTotal } from '../client/request.ts'
import { useAddress } from './address-state.ts'

const pageSize = 20

type Given<E extends Endpoint> = {
  readonly wanted: Readonly<Record<string, string>>
  /** In milliseconds, as long as what is shown may still change by itself. */
  readonly lookAgain?: (rows: ReplyOf<E> | undefined) => number | false
}

/** One page of a long list; which one it is stands in the address. */
export function usePage<E extends Endpoint>(endpoint: E, { wanted, lookAgain }: Given<E>) {
  const address = useAddress()
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1)
  const query = { ...wanted, offset: (page - 1) * pageSize, limit: pageSize }
  const asked = useQuery({
    queryKey: buildQueryKey(endpoint, { query }),
    queryFn: ({ signal }) =>
      requestWithTotal(endpoint, ...([{ query, signal }] as unknown as RequestArgs<E>)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => lookAgain?.(state.data?.rows) ?? false,
  })
  const total = asked.data?.total ?? 0
  return {
    ...asked,
    rows: asked.data?.rows,
    total,
    page,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    from: (page - 1) * pageSize,
    goTo: (to: number) => address.set({ page: to === 1 ? '' : String(to) }),
  }
}
