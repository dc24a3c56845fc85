import { once } from 'node:events'
import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

const timeoutMs = 15_000
/** A registration with its pictures has 10.5 MB. */
const largeBytes = 12 * 1024 * 1024

export type Passage = {
  readonly what: 'change' | 'code' | 'large'
  /** Null where no answer came. */
  readonly status: number | null
}

type Trial = {
  readonly what: Passage['what']
  readonly method: 'PUT' | 'POST'
  readonly path: string
  readonly contentType: string
  readonly body: string | Buffer
}

const json = 'application/json'

/** Nothing is changed by them: nobody is logged in, and the server says so. */
const trials: readonly Trial[] = [
  {
    what: 'change',
    method: 'PUT',
    path: '/api/batches/doctor',
    contentType: json,
    body: '{"name":"Doctor"}',
  },
  {
    what: 'code',
    method: 'POST',
    path: '/api/batches',
    contentType: json,
    body: '{"name":"<script>alert(1)</script>"}',
  },
  {
    what: 'large',
    method: 'POST',
    path: '/api/test/create',
    contentType: 'multipart/form-data; boundary=doctor',
    body: Buffer.concat([
      Buffer.from('--doctor\r\nContent-Disposition: form-data; name="title"\r\n\r\n'),
      Buffer.alloc(largeBytes, 'x'),
      Buffer.from('\r\n--doctor--\r\n'),
    ]),
  },
]

/**
 * Finds those of three usual calls that something between here and the server answers in its place.
 */
export async function findStopped(publicUrl: string): Promise<readonly Passage[]> {
  const stopped: Passage[] = []
  for (const trial of trials) {
    const { status, text } = await send(publicUrl, trial)
    if (!/"code":"[a-z-]+"/.test(text)) stopped.push({ what: trial.what, status })
  }
  return stopped
}

async function send(publicUrl: string, { method, path, contentType, body }: Trial) {
  const url = new URL(path, publicUrl)
  const options = {
    ...({ method, agent: false, timeout: timeoutMs } as const),
    headers: { 'content-type': contentType, 'content-length': Buffer.byteLength(body) },
  }
  const call: ClientRequest =
    url.protocol === 'https:'
      ? requestHttps(url, { ...options, rejectUnauthorized: false })
      : requestHttp(url, options)
  call.once('timeout', () => call.destroy(new Error('no answer')))
  // An early answer may end the connection while the body is on its way.
  call.on('error', () => {})
  call.end(body)
  try {
    const [reply] = await once(call, 'response')
    let text = ''
    for await (const chunk of reply.setEncoding('utf8')) text = (text + chunk).slice(0, 2_000)
    return { status: reply.statusCode as number, text }
  } catch {
    return { status: null, text: '' }
  }
}
