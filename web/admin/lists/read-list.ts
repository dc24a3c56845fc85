import type { Endpoint, ParamsOf, ReplyOf, RowOf } from '#contract/endpoint.ts'
import { toClientEndpoint } from '../../client/client-endpoint.ts'
import { type RequestArgs, send } from '../../client/request.ts'
import type { ListDescription } from './list-description.ts'
import { type Page, readAllPages } from './read-pages.ts'

type ListSource<E extends Endpoint> = Pick<ListDescription<E>, 'endpoint' | 'rowKey' | 'paging'>

type ListRequest<E extends Endpoint> = {
  readonly params?: ParamsOf<E> | undefined
  /** Search, sort and filters. */
  readonly query: object
  readonly signal?: AbortSignal
}

/** Some rows of a list that the server searches and sorts, and the total count. */
export async function readRange<E extends Endpoint>(
  { endpoint, paging }: ListSource<E>,
  { query, ...request }: ListRequest<E>,
  page: { readonly offset: number; readonly limit: number },
): Promise<Page<RowOf<E>>> {
  const range = paging.as === 'whole' ? {} : page
  const [input] = [{ ...request, query: { ...query, ...range } }] as unknown as RequestArgs<E>
  const { reply, headers } = await send(toClientEndpoint(endpoint), input ?? {})
  const rows = reply as ReplyOf<E> as readonly RowOf<E>[]
  return { rows, total: Number(headers.get('X-Total-Count') ?? 0) }
}

const size = 500

/** All of them, in calls that each take a moment only. */
export function readWholeList<E extends Endpoint>(
  source: ListSource<E>,
  request: ListRequest<E>,
  onRead: (count: number) => void,
): Promise<RowOf<E>[]> {
  const { rowKey } = source
  const read = (page: { offset: number; limit: number }) => readRange(source, request, page)
  return readAllPages({ rowKey, firstOffset: 0, size, read }, onRead)
}
