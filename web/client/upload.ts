import type { Endpoint, ParamsOf, ReplyOf } from '#contract/endpoint.ts'
import { serverHeader } from '#contract/server-header.ts'
import { getXsrfToken } from './browser-cookies.ts'
import { toClientEndpoint } from './client-endpoint.ts'
import { buildUrl, fetchWithReauthentication, NetworkError, readReply } from './request.ts'

/** The user pressed Cancel. */
export class UploadCancelledError extends Error {}

/** A connection without any progress for this long counts as lost. */
const stallTimeoutMs = 60_000

type UploadInput<E extends Endpoint> = {
  readonly params?: ParamsOf<E>
  readonly body: FormData
  readonly idempotencyKey?: string
  readonly signal: AbortSignal
  /** Gets the share of the bytes sent, 0 to 1. */
  readonly onProgress: (share: number) => void
  /** How long the server may take once it has all, in milliseconds. */
  readonly replyTimeoutMs?: number
}

/**
 * Sends a form and reports upload progress, which `fetch` cannot. Throws the errors of `request`, or
 * the reason of the signal.
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  { params, ...input }: UploadInput<E>,
): Promise<ReplyOf<E>> {
  const clientEndpoint = toClientEndpoint(endpoint)
  const { method, path } = clientEndpoint
  try {
    const sendOnce = () => post(method, buildUrl(path, params), input)
    const response = await fetchWithReauthentication(sendOnce, clientEndpoint)
    return (await readReply(clientEndpoint, response)) as ReplyOf<E>
  } catch (cause) {
    input.signal.throwIfAborted()
    throw cause
  }
}

function post(
  method: string,
  url: string,
  options: Omit<UploadInput<Endpoint>, 'params'>,
): Promise<Response> {
  const { body, idempotencyKey, signal, onProgress, replyTimeoutMs = stallTimeoutMs } = options
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const restartTimer = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => xhr.abort(), ms)
    }
    const settle = (callback: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      callback()
    }
    const abort = () => xhr.abort()

    xhr.open(method, url)
    xhr.setRequestHeader('Accept', 'application/json')
    if (idempotencyKey) xhr.setRequestHeader('Idempotency-Key', idempotencyKey)
    const token = getXsrfToken()
    if (token) xhr.setRequestHeader('X-XSRF-TOKEN', token)
    xhr.upload.onprogress = ({ loaded, total }) => {
      restartTimer(stallTimeoutMs)
      if (total > 0) onProgress(loaded / total)
    }
    xhr.upload.onload = () => restartTimer(replyTimeoutMs)
    xhr.onprogress = () => restartTimer(stallTimeoutMs)
    xhr.onerror = () => settle(() => reject(new NetworkError('The connection was lost')))
    xhr.onabort = () =>
      settle(() => reject(signal.aborted ? signal.reason : new NetworkError('Nothing moved')))
    xhr.onload = () => settle(() => resolve(toResponse(xhr)))
    signal.addEventListener('abort', abort)
    restartTimer(stallTimeoutMs)
    xhr.send(body)
  })
}

function toResponse(xhr: XMLHttpRequest): Response {
  const { status, responseText } = xhr
  const names = ['Date', 'Retry-After', serverHeader]
  const headers = names.flatMap((name): [string, string][] => {
    const value = xhr.getResponseHeader(name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(responseText || null, { status, headers })
}
