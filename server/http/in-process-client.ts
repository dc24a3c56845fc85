import type { FastifyInstance } from 'fastify'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'

export type Reply<T> = {
  readonly status: number
  readonly json: T & { message?: string; code?: string; fields?: Record<string, string> }
  readonly text: string
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
}

type RequestOptions<E extends Endpoint> = {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E> | FormData
}

/** Calls the app without a socket and keeps its cookies, as a script would: no browser headers. */
export type InProcessClient = {
  request<E extends Endpoint>(endpoint: E, options?: RequestOptions<E>): Promise<Reply<ReplyOf<E>>>
  /** Any request, also one that the contract's types forbid. */
  send(method: string, url: string, options?: SendOptions): Promise<Reply<Record<string, unknown>>>
  cookies: Record<string, string>
}
type SendOptions = { body?: unknown; headers?: Record<string, string> }

export function createInProcessClient(
  app: FastifyInstance,
  cookies: Record<string, string> = {},
): InProcessClient {
  const client: InProcessClient = {
    cookies,
    async send(method, url, { body, headers = {} } = {}) {
      const isForm = body instanceof FormData
      const form = isForm ? new Response(body) : null
      const reply = await app.inject({
        method: method as 'GET',
        url,
        headers: {
          ...(Object.keys(cookies).length > 0 && { cookie: toCookieHeader(cookies) }),
          ...(body !== undefined && {
            'content-type': form?.headers.get('content-type') ?? 'application/json',
          }),
          ...headers,
        },
        ...(body !== undefined && {
          payload: form ? Buffer.from(await form.arrayBuffer()) : JSON.stringify(body),
        }),
      })
      for (const { name, value } of reply.cookies) {
        if (value) cookies[name] = value
        else delete cookies[name]
      }
      const isJson = String(reply.headers['content-type']).startsWith('application/json')
      return {
        status: reply.statusCode,
        json: isJson ? reply.json() : {},
        text: reply.body,
        headers: reply.headers,
      }
    },
    request(endpoint, { params, query, body } = {}) {
      return client.send(endpoint.method, buildUrl(endpoint.path, params, query), {
        ...(body !== undefined && { body }),
      }) as never
    },
  }
  return client
}

export function buildUrl(path: string, params: object = {}, query: object = {}): string {
  const filled = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  )
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return search ? `${filled}?${search}` : filled
}

function toCookieHeader(cookies: Record<string, string>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}
