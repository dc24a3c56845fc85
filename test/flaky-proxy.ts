import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type FlakyProxyOptions = {
  readonly to: string
  /** Shares of all calls, 0 to 1. */
  readonly dropped: number
  readonly duplicated: number
  /** 0 to 1, as often as asked. */
  readonly random: () => number
}

const maxDelayMs = 40
const maxSecondCopyDelayMs = 300

/** A bad network: calls are lost on their way there or back, arrive twice, late, or out of order. */
export async function startFlakyProxy({ to, dropped, duplicated, random }: FlakyProxyOptions) {
  const counts = { calls: 0, lostThere: 0, lostBack: 0, doubled: 0 }
  const server = createServer(async (call, reply) => {
    const body = await readBody(call)
    counts.calls += 1
    const outcome = random()
    if (outcome < dropped / 2) {
      counts.lostThere += 1
      return call.socket.destroy()
    }
    await pause(random() * maxDelayMs)
    if (outcome < dropped) {
      counts.lostBack += 1
      await forward(to, call, body)
      return call.socket.destroy()
    }
    if (outcome < dropped + duplicated) {
      counts.doubled += 1
      const secondCopy = pause(random() * maxSecondCopyDelayMs).then(() => forward(to, call, body))
      secondCopy.catch(() => {})
    }
    await sendReply(reply, await forward(to, call, body))
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

type ForwardedReply = { readonly status: number; readonly headers: object; readonly body: Buffer }

function forward(to: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<ForwardedReply>((resolve, reject) => {
    const forwarded = request(new URL(url ?? '/', to), { method, headers }, async (response) => {
      const { statusCode = 502 } = response
      resolve({ status: statusCode, headers: response.headers, body: await readBody(response) })
    })
    forwarded.on('error', reject).end(body)
  })
}

async function sendReply(reply: ServerResponse, { status, headers, body }: ForwardedReply) {
  reply.writeHead(status, { ...headers }).end(body)
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
