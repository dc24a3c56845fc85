import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/errors.ts'
import { isLogoutOwed, payLogout } from './owed-logout.ts'
import { askForProof } from './proof/ask-for-proof.ts'
import { noteServerDate, syncClock } from './server-clock.ts'
import { onTheWire, type WireEndpoint } from './wire.ts'

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value }
type Sendable<E extends Endpoint> = E extends { readonly upload: object }
  ? BodyOf<E> | FormData
  : BodyOf<E>

export type Given<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E> | undefined> &
  Part<'body', Sendable<E>> & {
    readonly signal?: AbortSignal
    /** Lets the call outlive the page. */
    readonly keepalive?: boolean
    /** Names the call: sent again with the same body, it is done once and answered as before. */
    readonly idempotencyKey?: string
  }
export type GivenArgs<E extends Endpoint> =
  Record<string, never> extends Given<E> ? [given?: Given<E>] : [given: Given<E>]

type Told = {
  readonly message?: string
  readonly code?: RefusalCode
  readonly fields?: Readonly<Record<string, string>>
}

/** The server said no, and why. */
export class Refused extends Error {
  readonly status: number
  readonly code: RefusalCode
  /** Which fields of the body are at fault, each with its sentence. */
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfterSeconds: number | null

  constructor(status: number, told: Told, retryAfterSeconds: number | null) {
    super(told.message ?? 'Something went wrong on our side. Please try again.')
    this.status = status
    this.code = told.code ?? 'fault'
    this.fields = told.fields ?? {}
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The server has too much to do, or is just starting again: it asks to be called a little later. */
export function isBusy(fault: unknown): boolean {
  return fault instanceof Refused && fault.code === 'busy'
}

export function retryAfterMs(fault: unknown): number {
  return fault instanceof Refused ? (fault.retryAfterSeconds ?? 0) * 1000 : 0
}

/** The server could not be reached, or its answer was cut off. */
export class NetworkFault extends Error {
  constructor(cause: unknown) {
    super('You seem to be offline. Check your connection, then try again.', { cause })
  }
}

export async function ask<E extends Endpoint>(
  endpoint: E,
  ...[given]: GivenArgs<E>
): Promise<ReplyOf<E>> {
  const { reply } = await send(onTheWire(endpoint), given ?? {})
  return reply as ReplyOf<E>
}

/** For lists: the rows, and how many there are in all. */
export async function askCounted<E extends Endpoint>(
  endpoint: E,
  ...[given]: GivenArgs<E>
): Promise<{ rows: ReplyOf<E>; total: number }> {
  const { reply, headers } = await send(onTheWire(endpoint), given ?? {})
  return { rows: reply as ReplyOf<E>, total: Number(headers.get('X-Total-Count') ?? 0) }
}

type Loose = {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly keepalive?: boolean
  readonly idempotencyKey?: string
}

async function send(endpoint: WireEndpoint, given: Loose) {
  const { params, query, body, signal, keepalive } = given
  if (isLogoutOwed()) await payLogout().catch(fail)
  const isForm = body instanceof FormData
  let sentAt = performance.now()
  const response = await fetchProved(() => {
    sentAt = performance.now()
    return fetch(addressOf(endpoint.path, params, query), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: headersOf(endpoint, given),
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
      signal,
      keepalive,
    })
  })
  const reply: unknown = await response.json().catch(fail)
  syncClock(reply, performance.now() - sentAt)
  return { reply, headers: response.headers }
}

function headersOf(endpoint: WireEndpoint, { body, idempotencyKey }: Loose) {
  const headers = new Headers({ Accept: 'application/json' })
  if (body !== undefined && !(body instanceof FormData)) {
    headers.set('Content-Type', 'application/json')
  }
  const token = endpoint.method === 'GET' ? null : xsrfToken()
  if (token) headers.set('X-XSRF-TOKEN', token)
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)

  return headers
}

/**
 * Fetches, and where the server wants to see again who it is, asks for that and fetches once more:
 * whoever waits for the answer need not know.
 */
export async function fetchProved(fetchOnce: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await fetchOnce().catch(fail)
    noteServerDate(response.headers.get('Date'))
    if (response.ok) return response
    const refused = await refusedBy(response)
    // Without this cookie somebody has logged out, here or in another tab.
    const isProved = xsrfToken() !== null && (await askForProof(refused.code))
    if (!isProved) throw refused
  }
}

/** The address of an endpoint, also for what the browser fetches by itself, like pictures. */
export function addressOf(path: string, params?: unknown, query?: unknown) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** Set at login, cleared at logout; whoever lacks it is a visitor. */
export function xsrfToken(): string | null {
  const found = document.cookie.split('; ').find((pair) => /^(__Host-)?XSRF-TOKEN=/.test(pair))
  return found ? decodeURIComponent(found.slice(found.indexOf('=') + 1)) : null
}

/** The visitor's state, as far as a script can bring it about. */
export function dropXsrfToken() {
  for (const gone of ['XSRF-TOKEN=; path=/', '__Host-XSRF-TOKEN=; path=/; secure']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context
    document.cookie = `${gone}; max-age=0`
  }
}

export async function refusedBy(response: Response) {
  const told: Told = await response.json().catch(() => ({}))
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new Refused(response.status, told, Number.isFinite(retryAfter) ? retryAfter : null)
}

export function fail(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  throw new NetworkFault(cause)
}
