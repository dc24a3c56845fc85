import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { RandomNumber } from '#core/random.ts'
import { count } from '#simulated-class/tallies.ts'

/** An attacker's knowledge: where the server is, and who is in the class. */
type Target = {
  readonly port: number
  /** The single address that all calls come from. */
  readonly localAddress: string
  readonly emails: readonly string[]
  readonly random: RandomNumber
}

/** How often the attacker got which reply; `cut` is a connection that the server closed. */
export type Tally = Record<string, number>

export type Attack = {
  readonly summary: string
  /** Prepares what will be sent; the returned function runs until the signal. */
  prepare(target: Target): Promise<(tally: Tally, signal: AbortSignal) => Promise<void>>
}

/** A plain connection from the attacker's address; its end is not an error here. */
function openSocket({ port, localAddress }: Target): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  socket.on('error', () => {})
  socket.setNoDelay(true)
  return socket
}

type RequestParts = {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly type?: string
  readonly body?: Buffer
}

/** One request as bytes. */
export function encodeRequest({ method = 'POST', path, type, body }: RequestParts): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(type ? [`Content-Type: ${type}`] : []),
    ...(body ? [`Content-Length: ${body.length}`] : []),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
  return body ? Buffer.concat([head, body]) : head
}

export function encodeJsonRequest(path: string, body: unknown): Buffer {
  return encodeRequest({ path, type: 'application/json', body: Buffer.from(JSON.stringify(body)) })
}

type FloodOptions = {
  readonly connections: number
  /** The maximum rate over all connections. */
  readonly perSecond: number
  next(): Buffer
}

/** Sends one call after another on each connection, as fast as the replies come, up to a rate. */
export async function flood(
  target: Target,
  { connections, perSecond, next }: FloodOptions,
  { tally, signal }: { tally: Tally; signal: AbortSignal },
): Promise<void> {
  const turnMs = (1000 * connections) / perSecond
  const runConnection = async () => {
    let socket: Socket | null = null
    while (!signal.aborted) {
      const turnEndsAt = performance.now() + turnMs
      socket ??= openSocket(target)
      const status = await exchange(socket, next(), signal)
      count(tally, status)
      if (status === 'cut') {
        socket.destroy()
        socket = null
      }
      await pause(Math.max(status === 'cut' ? 50 : 0, turnEndsAt - performance.now()))
    }
    socket?.destroy()
  }
  await Promise.all(Array.from({ length: connections }, runConnection))
}

/** The status of the reply, or `cut`. */
function exchange(socket: Socket, call: Buffer, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const finish = (status: string) => {
      socket.off('data', onData)
      socket.off('close', onClose)
      signal.removeEventListener('abort', onClose)
      resolve(status)
    }
    const onClose = () => finish('cut')
    const onData = (chunk: Buffer) => {
      received += chunk.toString('latin1')
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/^content-length: (\d+)/im.exec(received)?.[1] ?? 0)
      if (received.length < head + 4 + length) return
      finish(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3))
    }
    if (socket.destroyed || signal.aborted) return resolve('cut')
    socket.on('data', onData)
    socket.on('close', onClose)
    signal.addEventListener('abort', onClose)
    socket.write(call)
  })
}

type HoldOptions = {
  readonly connections: number
  /** How many connections are opened at once, also after a cut. */
  readonly batchSize: number
  onConnect(socket: Socket): void
}

/**
 * Keeps a number of connections open; one that the server closes is reopened half a second later.
 */
export async function holdOpen(
  target: Target,
  { connections, batchSize, onConnect }: HoldOptions,
  { tally, signal }: { tally: Tally; signal: AbortSignal },
): Promise<void> {
  const sockets = new Set<Socket>()
  while (!signal.aborted) {
    for (let n = 0; n < batchSize && sockets.size < connections; n++) {
      const socket = openSocket(target)
      sockets.add(socket)
      socket.once('connect', () => {
        count(tally, 'opened')
        onConnect(socket)
      })
      socket.once('close', () => {
        if (!signal.aborted) count(tally, 'cut')
        setTimeout(() => sockets.delete(socket), 500).unref()
      })
    }
    await pause(50)
  }
  for (const socket of sockets) socket.destroy()
}
