import { Agent, request } from 'node:http'
import { createFormData, registrationFields } from '#test/factories.ts'

export type HttpReply = {
  /** 0 if no reply came after all tries. */
  readonly status: number
  readonly text: string
  /** From the start of the first try to the end of the last, including waits. */
  readonly ms: number
}

export type Browser = {
  call(method: Method, path: string, body?: unknown, headers?: Headers): Promise<HttpReply>
  close(): void
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Headers = Readonly<Record<string, string>>
type BrowserOptions = { readonly url: string; readonly localAddress: string }

const maxTries = 6
const maxWaitMs = 15_000
const requestTimeoutMs = 20_000

/**
 * A student's browser at an address of its own. Like our screens it retries when the server is busy
 * or unreachable: after Retry-After, or after 1, 2, 4 … 15 s.
 */
export function createBrowser({ url, localAddress }: BrowserOptions): Browser {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, localAddress })
  const cookies = new Map<string, string>()

  const send = (method: string, path: string, body: unknown, extraHeaders: Headers) =>
    new Promise<Received>((resolve) => {
      const payload = encode(body)
      const outgoing = request(`${url}${path}`, {
        agent,
        method,
        timeout: requestTimeoutMs,
        headers: {
          ...(cookies.size > 0 && { cookie: toCookieHeader(cookies) }),
          ...(payload && {
            'content-type': payload.type,
            'content-length': payload.body.length,
          }),
          ...extraHeaders,
        },
      })
      outgoing.on('timeout', () => outgoing.destroy())
      outgoing.on('error', () => resolve(unanswered))
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', () => resolve(unanswered))
        incoming.on('aborted', () => resolve(unanswered))
        incoming.on('end', () => {
          storeCookies(cookies, incoming.headers['set-cookie'] ?? [])
          resolve({
            status: incoming.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            retryAfterMs: Number(incoming.headers['retry-after'] ?? 0) * 1000,
          })
        })
      })
      outgoing.end(payload?.body)
    })

  return {
    async call(method, path, body, headers = {}) {
      const startedAt = performance.now()
      for (let tries = 1; ; tries++) {
        const { status, text, retryAfterMs } = await send(method, path, body, headers)
        const isLast = tries === maxTries || (status !== 503 && status !== 0)
        if (isLast) return { status, text, ms: performance.now() - startedAt }
        const doubledMs = Math.min(maxWaitMs, 1000 * 2 ** (tries - 1))
        await pause(Math.max(retryAfterMs, doubledMs) * (1 + Math.random() / 4))
      }
    },
    close: () => agent.destroy(),
  }
}

type Received = { readonly status: number; readonly text: string; readonly retryAfterMs: number }

const unanswered: Received = { status: 0, text: '', retryAfterMs: 0 }

function encode(body: unknown): EncodedForm | null {
  if (body === undefined) return null
  if (typeof body === 'object' && body !== null && 'body' in body && Buffer.isBuffer(body.body)) {
    return body as EncodedForm
  }
  return { type: 'application/json', body: Buffer.from(JSON.stringify(body)) }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function toCookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

function storeCookies(cookies: Map<string, string>, lines: readonly string[]) {
  for (const line of lines) {
    const [pair = ''] = line.split(';')
    const cut = pair.indexOf('=')
    const [name, value] = [pair.slice(0, cut), pair.slice(cut + 1)]
    if (value) cookies.set(name, value)
    else cookies.delete(name)
  }
}

/** The required fields of a registration, with an email address of its own. */
export function createRegistrationFields(email: string, name = registrationFields.name) {
  return { ...registrationFields, name, email }
}

type EncodedForm = { readonly type: string; readonly body: Buffer }

/** A multipart body and the content type that names its boundary. */
export async function encodeForm(
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, Buffer>> = {},
): Promise<EncodedForm> {
  const encoded = new Response(createFormData(fields, files))
  return {
    type: String(encoded.headers.get('content-type')),
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}
