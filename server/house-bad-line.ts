import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Given = {
  readonly to: string
  /** Shares of all calls, 0 to 1. */
  readonly dropped: number
  readonly duplicated: number
  /** 0 to 1, as often as asked. */
  readonly dice: () => number
}

const latestMs = 40
const secondCopyMs = 300

/** A bad network: calls are lost on their way there or back, arrive twice, late, or out of order. */
export async function openBadLine({ to, dropped, duplicated, dice }: Given) {
  const counts = { calls: 0, lostThere: 0, lostBack: 0, doubled: 0 }
  const server = createServer(async (call, reply) => {
    const body = await bodyOf(call)
    counts.calls += 1
    const fate = dice()
    if (fate < dropped / 2) {
      counts.lostThere += 1
      return call.socket.destroy()
    }
    await pause(dice() * latestMs)
    if (fate < dropped) {
      counts.lostBack += 1
      await carry(to, call, body)
      return call.socket.destroy()
    }
    if (fate < dropped + duplicated) {
      counts.doubled += 1
      const again = pause(dice() * secondCopyMs).then(() => carry(to, call, body))
      again.catch(() => {})
    }
    await answer(reply, await carry(to, call, body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Carried = { readonly status: number; readonly headers: object; readonly body: Buffer }

function carry(to: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<Carried>((resolve, reject) => {
    const onward = request(new URL(url ?? '/', to), { method, headers }, async (response) => {
      const { statusCode = 502 } = response
      resolve({ status: statusCode, headers: response.headers, body: await bodyOf(response) })
    })
    onward.on('error', reject).end(body)
  })
}

async function answer(reply: ServerResponse, { status, headers, body }: Carried) {
  reply.writeHead(status, { ...headers }).end(body)
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
