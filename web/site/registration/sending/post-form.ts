import { register } from '#contract/registration.ts'
import { getXsrfToken, NetworkError, readRefusal } from '../../../client/request.ts'

/** A line on which nothing at all moved for so long is taken for broken. */
const stallTimeoutMs = 60_000

type PostFormOptions = {
  readonly key: string
  readonly signal: AbortSignal
  /** 0 to 1 of the bytes that have left the device. */
  readonly onProgress: (share: number) => void
}

/** What `fetch` cannot: it tells how much has been sent. Faults are those of `ask`. */
export async function postForm(
  body: FormData,
  { key, signal, onProgress }: PostFormOptions,
): Promise<{ message: string }> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => xhr.abort(), stallTimeoutMs)
    }
    const settle = (callback: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      callback()
    }
    const abort = () => xhr.abort()

    xhr.open(register.method, register.path)
    xhr.setRequestHeader('Accept', 'application/json')
    xhr.setRequestHeader('Idempotency-Key', key)
    const token = getXsrfToken()
    if (token) xhr.setRequestHeader('X-XSRF-TOKEN', token)
    xhr.upload.onprogress = ({ loaded, total }) => {
      restartTimer()
      if (total > 0) onProgress(loaded / total)
    }
    xhr.onreadystatechange = restartTimer
    xhr.onerror = () => settle(() => reject(new NetworkError('The connection was lost')))
    xhr.onabort = () =>
      settle(() => reject(signal.aborted ? signal.reason : new NetworkError('Nothing moved')))
    xhr.onload = () => settle(() => parseReply(xhr).then(resolve, reject))
    signal.addEventListener('abort', abort)
    restartTimer()
    xhr.send(body)
  })
}

async function parseReply(xhr: XMLHttpRequest): Promise<{ message: string }> {
  const { status, responseText } = xhr
  if (status >= 200 && status < 300) {
    try {
      return JSON.parse(responseText)
    } catch (cause) {
      throw new NetworkError(cause)
    }
  }
  const retryAfter = xhr.getResponseHeader('Retry-After')
  const headers = retryAfter ? { 'Retry-After': retryAfter } : undefined
  throw await readRefusal(new Response(responseText, { status, headers }))
}
