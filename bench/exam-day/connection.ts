import { Agent, request } from 'node:http'

export type Reply = {
  /** 0 if the connection was cut or nothing came in time. */
  readonly status: number
  readonly text: string
  readonly retryAfterMs: number
  readonly etag?: string | undefined
}

export type Connection = {
  send(method: 'GET' | 'POST', path: string, options?: CallOptions): Promise<Reply>
}

export type CallOptions = { readonly body?: object; readonly etag?: string | undefined }

const unanswered: Reply = { status: 0, text: '', retryAfterMs: 0 }

/** All students share it: it keeps their connections open, each under an address of its own. */
export function createConnections(port: number, { maxSockets = 4, timeoutMs = 20_000 } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets })
  return {
    open: (localAddress: string, cookie = ''): Connection =>
      openConnection({ agent, port, localAddress, timeout: timeoutMs }, cookie),
    close: () => agent.destroy(),
  }
}

/** 127.1.0.1, 127.1.0.2 … : a college in which every device has an address. */
export function toAddress(index: number): string {
  return `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`
}

type Place = {
  readonly agent: Agent
  readonly port: number
  readonly localAddress: string
  readonly timeout: number
}

/**
 * As browsers do, it sends a call again at once where a connection that was kept open turns out to
 * be closed: either side may close it while the other begins to send.
 */
function openConnection(place: Place, initialCookie: string): Connection {
  let cookie = initialCookie
  function send(
    method: 'GET' | 'POST',
    path: string,
    options: CallOptions,
    isResent: boolean,
  ): Promise<Reply> {
    const { body, etag } = options
    const payload = body && JSON.stringify(body)
    return new Promise((resolve) => {
      const outgoing = request({
        ...place,
        method,
        path,
        host: '127.0.0.1',
        headers: {
          ...(cookie && { cookie }),
          ...(etag && { 'if-none-match': etag }),
          ...(payload && { 'content-type': 'application/json' }),
          'content-length': payload ? Buffer.byteLength(payload) : 0,
        },
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error('timed out')))
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        const wasClosedIdle = outgoing.reusedSocket && error.code === 'ECONNRESET'
        resolve(wasClosedIdle && !isResent ? send(method, path, options, true) : unanswered)
      })
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', () => resolve(unanswered))
        incoming.on('end', () => {
          const { 'set-cookie': setCookies, 'retry-after': retryAfter = 0 } = incoming.headers
          if (setCookies) cookie = mergeCookies(cookie, setCookies)
          resolve({
            status: incoming.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            retryAfterMs: Number(retryAfter) * 1000,
            etag: incoming.headers.etag,
          })
        })
      })
      outgoing.end(payload)
    })
  }

  return { send: (method, path, options = {}) => send(method, path, options, false) }
}

function mergeCookies(header: string, lines: readonly string[]): string {
  const pairs = [...header.split('; ').filter(Boolean), ...lines.map((line) => line.split(';')[0])]
  const values = new Map(pairs.map((pair = '') => [pair.slice(0, pair.indexOf('=')), pair]))
  return [...values.values()].join('; ')
}
