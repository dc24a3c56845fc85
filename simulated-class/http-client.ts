import http, { type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import https from 'node:https'
import { urlToHttpOptions } from 'node:url'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { buildUrl } from '#server/http/in-process-client.ts'

export type HttpReply = {
  /** 0 if the connection was cut or nothing came in time. */
  readonly status: number
  readonly text: string
  readonly headers: IncomingHttpHeaders
  readonly retryAfterMs: number
}

export type Reply<T> = HttpReply & {
  readonly json: T & { message?: string; code?: string; fields?: Record<string, string> }
}

/** Other bodies are sent as JSON. */
export type EncodedForm = { readonly type: string; readonly body: Buffer }

type SendOptions = {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type EndpointOptions<E extends Endpoint> = {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  headers?: SendOptions['headers']
}

/** One browser with cookies of its own. */
export type Client = {
  /** Any request, also one that the contract's types forbid. */
  send(method: string, path: string, options?: SendOptions): Promise<HttpReply>
  request<E extends Endpoint>(endpoint: E, options?: EndpointOptions<E>): Promise<Reply<ReplyOf<E>>>
}

type ConnectionOptions = {
  /** For each local address. */
  readonly maxSockets?: number
  readonly timeoutMs?: number
}

type ClientOptions = { readonly localAddress?: string; readonly cookie?: string }

/** Clients may share it: it keeps their connections open, each under the address of its client. */
export function createConnections(
  url: string | URL,
  { maxSockets = 4, timeoutMs = 20_000 }: ConnectionOptions = {},
) {
  const target = urlToHttpOptions(new URL(url))
  const scheme = target.protocol === 'https:' ? https : http
  const agent = new scheme.Agent({ keepAlive: true, maxSockets })
  let isClosed = false

  /**
   * As browsers do, it sends a call again at once where a connection that was kept open turns out
   * to be closed: either side may close it while the other begins to send.
   */
  function exchange(options: RequestOptions, payload: Buffer | null, isResent = false) {
    return new Promise<HttpReply>((resolve) => {
      const outgoing = scheme.request({ ...target, agent, timeout: timeoutMs, ...options })
      let isLate = false
      outgoing.on('timeout', () => {
        isLate = true
        outgoing.destroy()
      })
      outgoing.on('error', () => {
        const wasClosedIdle = outgoing.reusedSocket && !isLate && !isClosed
        resolve(wasClosedIdle && !isResent ? exchange(options, payload, true) : unanswered)
      })
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', () => resolve(unanswered))
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            headers: incoming.headers,
            retryAfterMs: toMs(incoming.headers['retry-after']),
          }),
        )
      })
      outgoing.end(payload)
    })
  }

  function open({ localAddress, cookie = '' }: ClientOptions = {}): Client {
    const cookies = new Map<string, string>()
    storeCookies(cookies, cookie.split('; '))
    const client: Client = {
      async send(method, path, { body, headers } = {}) {
        const encoded = encode(body)
        const reply = await exchange(
          {
            localAddress,
            method,
            path,
            headers: {
              ...(cookies.size > 0 && { cookie: toHeader(cookies) }),
              ...(encoded && { 'content-type': encoded.type }),
              'content-length': encoded?.body.length ?? 0,
              ...headers,
            },
          },
          encoded?.body ?? null,
        )
        storeCookies(cookies, reply.headers['set-cookie'] ?? [])
        return reply
      },
      async request({ method, path }, { params, query, ...options } = {}) {
        const reply = await client.send(method, buildUrl(path, params, query), options)
        return {
          ...reply,
          get json() {
            return parse(reply.text) as never
          },
        }
      },
    }
    return client
  }

  return {
    open,
    close() {
      isClosed = true
      agent.destroy()
    },
  }
}

/** A client with connections of its own. */
export function createClient(url: string | URL, options: ConnectionOptions & ClientOptions = {}) {
  const { open, close } = createConnections(url, options)
  return { ...open(options), close }
}

/** 127.1.0.1, 127.1.0.2 … : a college in which every device has an address. */
export function toLocalAddress(index: number): string {
  return `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`
}

const unanswered: HttpReply = { status: 0, text: '', headers: {}, retryAfterMs: 0 }

function encode(body: unknown): EncodedForm | null {
  if (body === undefined) return null
  if (typeof body === 'object' && body !== null && 'body' in body && Buffer.isBuffer(body.body)) {
    return body as EncodedForm
  }
  return { type: 'application/json', body: Buffer.from(JSON.stringify(body)) }
}

function toHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map((pair) => pair.join('=')).join('; ')
}

function storeCookies(cookies: Map<string, string>, lines: readonly string[]) {
  for (const line of lines) {
    const [pair = ''] = line.split(';')
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    if (value) cookies.set(name, value)
    else cookies.delete(name)
  }
}

/** A proxy before the server may answer with a page. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function toMs(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter)
  return Number.isFinite(seconds) ? seconds * 1000 : 0
}
