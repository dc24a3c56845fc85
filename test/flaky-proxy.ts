import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The fate of one call in transit. */
export type Outcome =
  | 'pass'
  /** Never arrives. */
  | 'drop'
  /** Arrives, but its reply does not. */
  | 'lose'
  /** Arrives, and again a little later, after newer calls. */
  | 'repeat'
  /** Arrives late. */
  | 'delay'
  /** Times out in the browser, and still arrives late, after the retry. */
  | 'late'

type Call = { readonly method: string; readonly path: string }

export type FlakyProxy = {
  readonly url: string
  /** Decides about each call of a student in an exam; everything else passes. */
  getOutcome: (call: Call) => Outcome
  /** Changes pages and scripts on their way. A browser keeps the script that it has. */
  alter: ((text: string, path: string) => string) | null
  /** Down, it cuts the calls that are under way, and takes no others. */
  isDown: boolean
  /** The calls that arrived, in order. */
  readonly arrived: Call[]
  readonly close: () => Promise<void>
}

type FlakyProxyOptions = {
  /** Delay of a late call, and of the second copy of a repeated one. */
  readonly lateMs?: number
  /** Delay of every other call. */
  readonly latencyMs?: number
  /** 0 to 1: the share of these delays that a call gets. */
  readonly random?: () => number
}

/** A proxy in front of the server that treats calls like a bad network. */
export async function startFlakyProxy(
  target: string,
  { lateMs = 2000, latencyMs = 0, random = () => 1 }: FlakyProxyOptions = {},
): Promise<FlakyProxy> {
  let isDown = false
  const proxy: Omit<FlakyProxy, 'url'> = {
    getOutcome: () => 'pass',
    alter: null,
    get isDown() {
      return isDown
    },
    set isDown(value) {
      isDown = value
      if (value) server.closeAllConnections()
    },
    arrived: [],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (incoming, reply) => {
    if (isDown) return incoming.socket.destroy()
    const body = await readBody(incoming)
    if (!body) return
    const call = { method: incoming.method ?? 'GET', path: incoming.url ?? '/' }
    const outcome = call.path.startsWith('/api/students/') ? proxy.getOutcome(call) : 'pass'
    const send = async (waitMs: number, to: ServerResponse | null) => {
      if (waitMs > 0) await sleep(waitMs)
      proxy.arrived.push(call)
      await forward(target, incoming, { body, to, alter: proxy.alter })
    }
    if (outcome === 'drop' || outcome === 'late') incoming.socket.destroy()
    if (outcome === 'drop') return
    if (outcome === 'late') return send(random() * lateMs, null)
    if (outcome === 'delay') return send(random() * lateMs, reply)
    if (outcome === 'repeat') void send(random() * lateMs, null)
    await send(random() * latencyMs, outcome === 'lose' ? null : reply)
    if (outcome === 'lose') incoming.socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(proxy, { url: `http://127.0.0.1:${port}` })
}

/** null if the caller hangs up first. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of incoming) chunks.push(chunk)
    return Buffer.concat(chunks)
  } catch {
    return null
  }
}

type Forwarding = {
  readonly body: Buffer
  readonly to: ServerResponse | null
  readonly alter: FlakyProxy['alter']
}

/** Resolves once the server replies. */
function forward(
  target: string,
  { method, headers, url = '/' }: IncomingMessage,
  { body, to, alter }: Forwarding,
): Promise<void> {
  return new Promise((resolve) => {
    const sentHeaders = alter ? { ...headers, 'accept-encoding': 'identity' } : headers
    const call = request(new URL(url, target), { method, headers: sentHeaders }, (upstream) => {
      resolve()
      if (!to) return upstream.resume()
      if (alter && /html|javascript/.test(upstream.headers['content-type'] ?? ''))
        return void sendAltered(upstream, to, (text) => alter(text, url))
      to.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(to)
    })
    // An app that is closed at the end of a spec does not answer a late request.
    call.on('error', () => {
      to?.destroy()
      resolve()
    })
    call.end(body)
  })
}

async function sendAltered(
  upstream: IncomingMessage,
  to: ServerResponse,
  alter: (text: string) => string,
) {
  const body = await readBody(upstream)
  if (!body) return to.destroy()
  const altered = Buffer.from(alter(body.toString()))
  const { etag: _, ...headers } = upstream.headers
  to.writeHead(upstream.statusCode ?? 502, { ...headers, 'content-length': altered.length })
  to.end(altered)
}
