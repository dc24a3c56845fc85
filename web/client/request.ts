import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/errors.ts'
import { matchesShape } from '#core/reply-shape.ts'
import { getXsrfToken } from './browser-cookies.ts'
import { type ClientEndpoint, toClientEndpoint } from './client-endpoint.ts'
import { isOwnReply, loadForeignReply } from './own-reply.ts'
import { hasStoppedCalls, isLogoutPending, sendPendingLogout } from './pending-logout.ts'
import { requestReauthentication } from './reauthentication.ts'
import { recordServerDate, syncClock } from './server-clock.ts'

type RequestPart<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value }
type RequestBody<E extends Endpoint> = E extends { readonly upload: object }
  ? BodyOf<E> | FormData
  : BodyOf<E>

export type RequestInput<E extends Endpoint> = RequestPart<'params', ParamsOf<E>> &
  RequestPart<'query', QueryOf<E> | undefined> &
  RequestPart<'body', RequestBody<E>> & {
    readonly signal?: AbortSignal
    /** Lets the call outlive the page. */
    readonly keepalive?: boolean
    /** Identifies the call: repeated with the same body, it runs once and gets the same reply. */
    readonly idempotencyKey?: string
  }
export type RequestArgs<E extends Endpoint> =
  Record<string, never> extends RequestInput<E>
    ? [input?: RequestInput<E>]
    : [input: RequestInput<E>]

type ErrorReply = {
  readonly message?: string
  readonly code?: RefusalCode
  readonly fields?: Readonly<Record<string, string>>
}

/** The call was refused: by the server, which says why, or by something on the way to it. */
export class RefusalError extends Error {
  /** 500 if the server has not decided anything. */
  readonly status: number
  readonly code: RefusalCode
  /** The faulty fields of the body, each with a message. */
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfterSeconds: number | null
  /** The whole reply: some refusals say more. */
  readonly details: object
  /** False if nobody says why. */
  readonly hasReason: boolean

  constructor(status: number, errorReply: ErrorReply, retryAfterSeconds: number | null) {
    super(errorReply.message || 'Something went wrong on our side. Please try again.')
    this.hasReason = Boolean(errorReply.message)
    this.status = status
    this.code = errorReply.code ?? 'fault'
    this.fields = errorReply.fields ?? {}
    this.details = errorReply
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** True if the server is overloaded or restarting and asks to be called again later. */
export function isServerBusy(error: unknown): boolean {
  return error instanceof RefusalError && error.code === 'busy'
}

export function getRetryAfterMs(error: unknown): number {
  return error instanceof RefusalError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
}

/** The server could not be reached, its reply was cut off, or something else has answered. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    const message = navigator.onLine
      ? 'We cannot reach the server. Please try again in a moment.'
      : 'You seem to be offline. Check your connection, then try again.'
    super(message, { cause })
  }
}

export async function request<E extends Endpoint>(
  endpoint: E,
  ...[input]: RequestArgs<E>
): Promise<ReplyOf<E>> {
  const { reply } = await send(toClientEndpoint(endpoint), input ?? {})
  return reply as ReplyOf<E>
}

type LooseRequestInput = {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly keepalive?: boolean
  readonly idempotencyKey?: string
  readonly etag?: string | null
}

/** As `request`, with the headers of the reply. */
export async function send(endpoint: ClientEndpoint, input: LooseRequestInput) {
  const { params, query, body, signal, keepalive } = input
  if (hasStoppedCalls()) return new Promise<never>(() => undefined)
  if (isLogoutPending()) await sendPendingLogout().catch(throwNetworkError)
  const isForm = body instanceof FormData
  let sentAt = performance.now()
  const response = await fetchWithReauthentication(() => {
    sentAt = performance.now()
    return fetch(buildUrl(endpoint.path, params, query), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: buildHeaders(endpoint, input),
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
      signal,
      keepalive,
    })
  }, endpoint)
  const reply = response.status === 304 ? null : await readReply(endpoint, response)
  syncClock(reply, sentAt)
  return { reply, headers: response.headers }
}

function buildHeaders(endpoint: ClientEndpoint, input: LooseRequestInput) {
  const { body, idempotencyKey, etag } = input
  const headers = new Headers({ Accept: 'application/json' })
  if (body !== undefined && !(body instanceof FormData)) {
    headers.set('Content-Type', 'application/json')
  }
  const token = endpoint.method === 'GET' ? null : getXsrfToken()
  if (token) headers.set('X-XSRF-TOKEN', token)
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)
  if (etag) headers.set('If-None-Match', etag)

  return headers
}

type Checks = Pick<ClientEndpoint, 'shape'>

/**
 * Fetches; if the server requires re-authentication, asks the user for it and fetches again, without
 * the caller noticing. A reply with a shape is still to be read by `readReply`.
 */
export async function fetchWithReauthentication(
  fetchOnce: () => Promise<Response>,
  { shape }: Checks = {},
): Promise<Response> {
  for (;;) {
    const response = await fetchOnce().catch(throwNetworkError)
    if (response.ok || response.status === 304) {
      if (!shape && !(await isOwnReply(response))) throw new NetworkError(response.status)
      return response
    }
    const refusal = await readRefusal(response)
    // A missing cookie means that the user has logged out, here or in another tab.
    const isReauthenticated =
      getXsrfToken() !== null && (await requestReauthentication(refusal.code))
    if (!isReauthenticated) throw refusal
  }
}

/** Reads the JSON of a successful reply, and takes nothing from one that is not the server's. */
export async function readReply({ shape }: Checks, response: Response): Promise<unknown> {
  const reply: unknown = await response.json().catch(throwNetworkError)
  if (shape && !matchesShape(shape, reply)) throw new NetworkError(reply)
  recordServerDate(response.headers.get('Date'))
  return reply
}

/** The URL of an endpoint, also for what the browser loads by itself, such as pictures. */
export function buildUrl(path: string, params?: unknown, query?: unknown) {
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return `${search}` ? `${filledPath}?${search}` : filledPath
}

/** @throws NetworkError for what a proxy answers while the server behind it is away */
export async function readRefusal(response: Response): Promise<RefusalError> {
  const { status, headers } = response
  const errorReply: ErrorReply | null = await response.json().catch(() => null)
  const isOurs = typeof errorReply?.code === 'string' && (await isOwnReply(response))
  if (!isOurs && status > 501) throw new NetworkError(status)
  if (!isOurs) {
    const message = (await loadForeignReply())?.describeForeignRefusal(status) ?? ''
    return new RefusalError(500, { message }, null)
  }
  recordServerDate(headers.get('Date'))
  const retryAfter = Number(headers.get('Retry-After') ?? Number.NaN)
  return new RefusalError(status, errorReply, Number.isFinite(retryAfter) ? retryAfter : null)
}

export function throwNetworkError(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  throw new NetworkError(cause)
}
