import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { toClientEndpoint } from './endpoint.ts'
import { type RequestArgs, send } from './request.ts'

/** For lists: the rows of one page, and the total count. */
export async function requestWithTotal<E extends Endpoint>(
  endpoint: E,
  ...[input]: RequestArgs<E>
): Promise<{ rows: ReplyOf<E>; total: number }> {
  const { reply, headers } = await send(toClientEndpoint(endpoint), input ?? {})
  return { rows: reply as ReplyOf<E>, total: Number(headers.get('X-Total-Count') ?? 0) }
}

/** Null while the reply is still the one with this `ETag`. */
export async function requestIfChanged<E extends Endpoint>(
  endpoint: E,
  etag: string | null,
  signal: AbortSignal,
): Promise<{ reply: ReplyOf<E>; etag: string | null } | null> {
  const { reply, headers } = await send(toClientEndpoint(endpoint), { etag, signal })
  return reply === null ? null : { reply: reply as ReplyOf<E>, etag: headers.get('ETag') }
}
