import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

type UploadOptions = {
  readonly form: FormData
  /** The server takes another loopback address for another network. */
  readonly from?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type UploadConnection = {
  readonly call: ClientRequest
  /** The status, or null if the connection was cut before the reply. */
  readonly status: Promise<number | null>
  readonly reply: Promise<IncomingMessage | null>
  /** Sends that many of the remaining bytes, all by default. */
  send(bytes?: number): void
}

/** An upload over a real socket; the spec decides when to send how much. */
export async function openUploadConnection(
  url: string,
  { form, from = '127.0.0.1', path = '/api/students/register', headers = {} }: UploadOptions,
): Promise<UploadConnection> {
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const call = request(`${url}${path}`, {
    method: 'POST',
    localAddress: from,
    agent: false,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': body.length,
      ...headers,
    },
  })
  const reply = once(call, 'response').then(
    ([message]) => (message as IncomingMessage).resume(),
    () => null,
  )
  call.on('error', () => undefined)
  call.flushHeaders()
  let sent = 0
  return {
    call,
    reply,
    status: reply.then((message) => message?.statusCode ?? null),
    send(bytes = body.length) {
      const part = body.subarray(sent, sent + bytes)
      sent += part.length
      if (sent === body.length) call.end(part)
      else call.write(part)
    },
  }
}

/** Waits this long for a status; `waits` if none arrives. */
export async function waitForStatus({ status }: UploadConnection, ms: number) {
  return Promise.race([status, pause(ms).then(() => 'waits' as const)])
}
