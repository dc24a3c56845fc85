import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of one call on its way. */
export type Fate =
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

export type BadNet = {
  readonly url: string
  /** Called for each call of a student at an exam; everything else passes. */
  fateOf: (call: Call) => Fate
  isDown: boolean
  /** Those that arrived, as they arrived. */
  readonly arrived: Call[]
  readonly close: () => Promise<void>
}

/** A proxy before the server that treats calls as a bad net does. */
export async function openBadNet(target: string, lateMs = 2000): Promise<BadNet> {
  const net: Omit<BadNet, 'url'> = {
    fateOf: () => 'pass',
    isDown: false,
    arrived: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  const server = createServer(async (asked, reply) => {
    if (net.isDown) return asked.socket.destroy()
    const chunks: Buffer[] = []
    try {
      for await (const chunk of asked) chunks.push(chunk)
    } catch {
      return
    }
    const body = Buffer.concat(chunks)
    const call = { method: asked.method ?? 'GET', path: asked.url ?? '/' }
    const fate = call.path.startsWith('/api/students/') ? net.fateOf(call) : 'pass'
    const send = (to: ServerResponse | null) => {
      net.arrived.push(call)
      forward(target, asked, body, to)
    }
    if (fate === 'drop' || fate === 'late') asked.socket.destroy()
    if (fate === 'drop') return
    if (fate === 'late') return setTimeout(() => send(null), lateMs)
    if (fate === 'delay') return setTimeout(() => send(reply), lateMs)
    if (fate === 'repeat') setTimeout(() => send(null), lateMs)
    send(fate === 'lose' ? null : reply)
    if (fate === 'lose') setTimeout(() => asked.socket.destroy(), 50)
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  const { port } = server.address() as AddressInfo
  return Object.assign(net, { url: `http://127.0.0.1:${port}` })
}

function forward(target: string, asked: IncomingMessage, body: Buffer, to: ServerResponse | null) {
  const { method, headers, url = '/' } = asked
  const call = request(new URL(url, target), { method, headers }, (got) => {
    if (!to) return got.resume()
    to.writeHead(got.statusCode ?? 502, got.headers)
    got.pipe(to)
  })
  // A house that is closed at the end of a spec has nothing to say to a late call.
  call.on('error', () => to?.destroy())
  call.end(body)
}
