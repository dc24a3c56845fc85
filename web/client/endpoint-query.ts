import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { type RequestArgs, type RequestInput, request } from './request.ts'

/** `useQuery(endpointQuery(getExam, { params: { id } }))`; the key is the endpoint and its input. */
export function endpointQuery<E extends Endpoint>(endpoint: E, ...[input]: RequestArgs<E>) {
  return queryOptions({
    queryKey: buildQueryKey(endpoint, input),
    queryFn: ({ signal }): Promise<ReplyOf<E>> =>
      request(endpoint, ...([{ ...input, signal }] as unknown as RequestArgs<E>)),
  })
}

export function useEndpointQuery<E extends Endpoint>(endpoint: E, ...input: RequestArgs<E>) {
  return useQuery(endpointQuery(endpoint, ...input))
}

/** A call that changes something; on success it reloads the given endpoints' data. */
export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  invalidates: readonly Endpoint[] = [],
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: RequestInput<E>): Promise<ReplyOf<E>> =>
      request(endpoint, ...([input] as unknown as RequestArgs<E>)),
    onSuccess: () => invalidateEndpoints(client, ...invalidates),
  })
}

export function invalidateEndpoints(client: QueryClient, ...endpoints: readonly Endpoint[]) {
  return Promise.all(
    endpoints.map((endpoint) => client.invalidateQueries({ queryKey: [endpoint.path] })),
  )
}

/** Drops data that no screen shows, so that deleted rows do not reappear from the cache. */
export function removeInactiveQueries(client: QueryClient) {
  client.removeQueries({ type: 'inactive' })
}

export function buildQueryKey(endpoint: Endpoint, input: object | undefined) {
  const { params, query } = { params: undefined, query: undefined, ...input }
  return [endpoint.path, params ?? null, query ?? null] as const
}
