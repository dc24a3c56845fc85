import { register } from '#contract/students.ts'
import { NetworkFault, refusedBy, xsrfToken } from '../../../api.ts'

/** A line on which nothing at all moved for so long is taken for broken. */
const silentMs = 60_000

type PostOptions = {
  readonly key: string
  readonly signal: AbortSignal
  /** 0 to 1 of the bytes that have left the device. */
  readonly onProgress: (share: number) => void
}

/** What `fetch` cannot: it tells how much has been sent. Faults are those of `ask`. */
export async function postForm(
  body: FormData,
  { key, signal, onProgress }: PostOptions,
): Promise<{ message: string }> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const listen = () => {
      clearTimeout(timer)
      timer = setTimeout(() => call.abort(), silentMs)
    }
    const settle = (act: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      act()
    }
    const stop = () => call.abort()

    call.open(register.method, register.path)
    call.setRequestHeader('Accept', 'application/json')
    call.setRequestHeader('Idempotency-Key', key)
    const token = xsrfToken()
    if (token) call.setRequestHeader('X-XSRF-TOKEN', token)
    call.upload.onprogress = ({ loaded, total }) => {
      listen()
      if (total > 0) onProgress(loaded / total)
    }
    call.onreadystatechange = listen
    call.onerror = () => settle(() => reject(new NetworkFault('The connection was lost')))
    call.onabort = () =>
      settle(() => reject(signal.aborted ? signal.reason : new NetworkFault('Nothing moved')))
    call.onload = () => settle(() => answerOf(call).then(resolve, reject))
    signal.addEventListener('abort', stop)
    listen()
    call.send(body)
  })
}

async function answerOf(call: XMLHttpRequest): Promise<{ message: string }> {
  const { status, responseText } = call
  if (status >= 200 && status < 300) {
    try {
      return JSON.parse(responseText)
    } catch (cause) {
      throw new NetworkFault(cause)
    }
  }
  const retryAfter = call.getResponseHeader('Retry-After')
  const headers = retryAfter ? { 'Retry-After': retryAfter } : undefined
  throw await refusedBy(new Response(responseText, { status, headers }))
}
