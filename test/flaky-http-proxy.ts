import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of one call on its way. */
export type Outcome =
  | 'pass'
  /** Never arrives. */
  | 'drop'
  /** Arrives; the answer to it does not. */
  | 'lose'
  /** Arrives, and once more a little later, after newer ones. */
  | 'repeat'
  /** Arrives late. */
  | 'delay'
  /** Given up by the browser, and arrives late all the same, after it was sent again. */
  | 'late'

type Call = { readonly method: string; readonly path: string }

export type FlakyHttpProxy = {
  readonly url: string
  /** Called for each call of a student at an exam; everything else passes. */
  getOutcome: (call: Call) => Outcome
  isDown: boolean
  /** Those that arrived, as they arrived. */
  readonly arrived: Call[]
  readonly close: () => Promise<void>
}

/** A proxy before the server that treats calls as a bad net does. */
export async function startFlakyHttpProxy(target: string, lateMs = 2000): Promise<FlakyHttpProxy> {
  const proxy: Omit<FlakyHttpProxy, 'url'> = {
    getOutcome: () => 'pass',
    isDown: false,
    arrived: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  const server = createServer(async (incoming, reply) => {
    if (proxy.isDown) return incoming.socket.destroy()
    const chunks: Buffer[] = []
    try {
      for await (const chunk of incoming) chunks.push(chunk)
    } catch {
      return
    }
    const body = Buffer.concat(chunks)
    const call = { method: incoming.method ?? 'GET', path: incoming.url ?? '/' }
    const outcome = call.path.startsWith('/api/students/') ? proxy.getOutcome(call) : 'pass'
    const send = (to: ServerResponse | null) => {
      proxy.arrived.push(call)
      forward(target, incoming, body, to)
    }
    if (outcome === 'drop' || outcome === 'late') incoming.socket.destroy()
    if (outcome === 'drop') return
    if (outcome === 'late') return setTimeout(() => send(null), lateMs)
    if (outcome === 'delay') return setTimeout(() => send(reply), lateMs)
    if (outcome === 'repeat') setTimeout(() => send(null), lateMs)
    send(outcome === 'lose' ? null : reply)
    if (outcome === 'lose') setTimeout(() => incoming.socket.destroy(), 50)
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  const { port } = server.address() as AddressInfo
  return Object.assign(proxy, { url: `http://127.0.0.1:${port}` })
}

function forward(
  target: string,
  incoming: IncomingMessage,
  body: Buffer,
  to: ServerResponse | null,
) {
  const { method, headers, url = '/' } = incoming
  const call = request(new URL(url, target), { method, headers }, (upstream) => {
    if (!to) return upstream.resume()
    to.writeHead(upstream.statusCode ?? 502, upstream.headers)
    upstream.pipe(to)
  })
  // An app that is closed at the end of a spec does not answer a late request.
  call.on('error', () => to?.destroy())
  call.end(body)
}
