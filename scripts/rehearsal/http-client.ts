import http from 'node:http'
import https from 'node:https'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'

export type Reply<T> = {
  /** 0 if the connection was cut or nothing came in time. */
  readonly status: number
  readonly json: T & { message?: string; code?: string; fields?: Record<string, string> }
  readonly retryAfterMs: number
}

export type RequestOptions<E extends Endpoint> = {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  /** The same call sent again is carried out once. */
  idempotencyKey?: string
}

/** One browser: cookies and connections of its own, which stay open. */
export type Client = {
  request<E extends Endpoint>(endpoint: E, options?: RequestOptions<E>): Promise<Reply<ReplyOf<E>>>
  /** How long the server takes to say that it is there; null if it did not. */
  ping(): Promise<number | null>
  close(): void
}

const timeoutMs = 30_000
const maxConnections = 2

export function createClient(url: URL): Client {
  const scheme = url.protocol === 'https:' ? https : http
  const agent = new scheme.Agent({ keepAlive: true, maxSockets: maxConnections })
  const cookies = new Map<string, string>()

  function send(call: Call): Promise<RawReply> {
    return new Promise((resolve) => {
      const payload = call.body === undefined ? null : JSON.stringify(call.body)
      const outgoing = scheme.request(new URL(call.path, url), {
        agent,
        method: call.method,
        timeout: timeoutMs,
        headers: {
          ...(cookies.size > 0 && {
            cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          }),
          ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
          ...(payload !== null && { 'content-type': 'application/json' }),
          'content-length': payload === null ? 0 : Buffer.byteLength(payload),
        },
      })
      let isLate = false
      outgoing.on('timeout', () => {
        isLate = true
        outgoing.destroy()
      })
      outgoing.on('error', () => {
        // The server had closed an idle connection: browsers send such a call again.
        if (outgoing.reusedSocket && !isLate && !call.isAgain)
          resolve(send({ ...call, isAgain: true }))
        else resolve({ status: 0, text: '', retryAfterMs: 0 })
      })
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', () => resolve({ status: 0, text: '', retryAfterMs: 0 }))
        incoming.on('end', () => {
          keepCookies(cookies, incoming.headers['set-cookie'] ?? [])
          resolve({
            status: incoming.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            retryAfterMs: toMs(incoming.headers['retry-after']),
          })
        })
      })
      outgoing.end(payload)
    })
  }

  return {
    async request(endpoint, { params, query, body, idempotencyKey } = {}) {
      const path = buildPath(endpoint.path, params, query)
      const { method } = endpoint
      const { text, ...reply } = await send({ method, path, body, idempotencyKey })
      return { ...reply, json: parse(text) as never }
    },
    async ping() {
      const before = performance.now()
      const { status } = await send({ method: 'GET', path: '/healthz' })
      return status === 200 ? performance.now() - before : null
    },
    close: () => agent.destroy(),
  }
}

type Call = {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly idempotencyKey?: string | undefined
  readonly isAgain?: boolean
}

type RawReply = { readonly status: number; readonly text: string; readonly retryAfterMs: number }

function buildPath(path: string, params: object = {}, query: object = {}): string {
  const filled = Object.entries(params).reduce(
    (filling, [name, value]) => filling.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  )
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return search ? `${filled}?${search}` : filled
}

function keepCookies(cookies: Map<string, string>, lines: readonly string[]) {
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
