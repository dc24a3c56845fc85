import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { ask, type Given, type GivenArgs } from './api.ts'

/** `useQuery(asking(getTest, { params: { id } }))`: the key is the endpoint and what it was given. */
export function asking<E extends Endpoint>(endpoint: E, ...[given]: GivenArgs<E>) {
  return queryOptions({
    queryKey: keyOf(endpoint, given),
    queryFn: ({ signal }): Promise<ReplyOf<E>> =>
      ask(endpoint, ...([{ ...given, signal }] as unknown as GivenArgs<E>)),
  })
}

export function useAsk<E extends Endpoint>(endpoint: E, ...given: GivenArgs<E>) {
  return useQuery(asking(endpoint, ...given))
}

/** A call that changes something; afterwards the lists it touches are read again. */
export function useTell<E extends Endpoint>(endpoint: E, touches: readonly Endpoint[] = []) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (given: Given<E>): Promise<ReplyOf<E>> =>
      ask(endpoint, ...([given] as unknown as GivenArgs<E>)),
    onSuccess: () => refresh(client, ...touches),
  })
}

export function refresh(client: QueryClient, ...endpoints: readonly Endpoint[]) {
  return Promise.all(
    endpoints.map((endpoint) => client.invalidateQueries({ queryKey: [endpoint.path] })),
  )
}

/** What no screen shows is asked anew when one does: what is deleted is not found there again. */
export function forgetUnseen(client: QueryClient) {
  client.removeQueries({ type: 'inactive' })
}

export function keyOf(endpoint: Endpoint, given: object | undefined) {
  const { params, query } = { params: undefined, query: undefined, ...given }
  return [endpoint.path, params ?? null, query ?? null] as const
}
