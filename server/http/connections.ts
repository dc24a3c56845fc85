import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { toNetwork } from '../platform/network-address.ts'

export type ConnectionRules = {
  readonly most: number
  /** Null behind a trusted proxy, where all connections come from one address. */
  readonly maxPerNetwork: number | null
  /** Unanswered requests per connection: browsers and proxies do not pipeline. */
  readonly maxCallsUnderWay: number
  /** A client that reads nothing for this long is cut, later if much is waiting for it. */
  readonly blockedMs: number
  readonly slowestBytesPerSecond: number
  /** For a whole body, except uploads, which have their own limit. */
  readonly bodyMs: number
}

export const connectionRules = {
  // An exam of 10,000 students, each with a connection kept open: 18 kB of memory each, measured.
  most: 12_000,
  // A campus behind one address.
  maxPerNetwork: 2_500,
  maxCallsUnderWay: 4,
  blockedMs: 15_000,
  slowestBytesPerSecond: 8_000,
  bodyMs: 15_000,
} as const satisfies ConnectionRules

type Connection = {
  readonly network: string
  /** The latest request: bodies arrive one after the other. */
  request: IncomingMessage | null
  /** By `performance.now()`. */
  requestedAt: number
  /**
   * Replies that may still be under way: polled, since listening to each costs 3 % of an answer.
   */
  replies: ServerResponse[]
  /** Since when no chunk has left whole, and what had left by then; null when nothing waits. */
  blocked: { readonly since: number; readonly sent: number; readonly pending: number } | null
}

/**
 * Node turns a new connection away when there are too many. Here the one that has been idle for
 * longest makes way, of the same network first, so that idle connections of others lock nobody out.
 */
export function limitConnections(server: Server, rules: ConnectionRules) {
  /** Ordered by the time of connecting or of the last request, oldest first. */
  const connections = new Map<Socket, Connection>()
  const counts = new Map<string, number>()

  server.on('connection', (socket: Socket) => {
    const network = toNetwork(socket.remoteAddress ?? '')
    connections.set(socket, { network, request: null, requestedAt: 0, replies: [], blocked: null })
    counts.set(network, (counts.get(network) ?? 0) + 1)
    socket.once('close', () => forget(socket, network))
    if (rules.maxPerNetwork !== null && (counts.get(network) ?? 0) > rules.maxPerNetwork) {
      makeRoom((connection) => connection.network === network)
    } else if (connections.size > rules.most) {
      makeRoom(() => true)
    }
  })

  // Limits pipelining: hundreds of calls at once would delay everybody else's.
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket)
    if (!connection) return
    const last = connection.replies.at(-1)
    // Answers are sent in the order of the requests.
    if (last && !isUnderWay(last)) connection.replies.length = 0
    if (connection.replies.length >= rules.maxCallsUnderWay) {
      connection.replies = connection.replies.filter(isUnderWay)
      if (connection.replies.length >= rules.maxCallsUnderWay) return cut(socket)
    }
    connection.replies.push(reply)
    connection.request = request
    connection.requestedAt = performance.now()
    connections.delete(socket)
    connections.set(socket, connection)
    for (const answer of listeners) answer(request, reply)
  })

  /** The new connection is closed only if no other can be. */
  function makeRoom(canClose: (connection: Connection) => boolean) {
    for (const [socket, connection] of connections) {
      if (!connection.replies.some(isUnderWay) && canClose(connection)) return cut(socket)
    }
  }

  function cut(socket: Socket) {
    const connection = connections.get(socket)
    socket.destroy()
    if (connection) forget(socket, connection.network)
  }

  function forget(socket: Socket, network: string) {
    if (!connections.delete(socket)) return
    const remaining = (counts.get(network) ?? 1) - 1
    if (remaining > 0) counts.set(network, remaining)
    else counts.delete(network)
  }

  const timer = setInterval(() => {
    const at = performance.now()
    for (const [socket, connection] of connections) {
      connection.blocked = measureBlocking(socket, connection.blocked, at)
      if (isReadTooSlowly(connection, at, rules) || isSentTooSlowly(connection, at, rules)) {
        cut(socket)
      }
    }
  }, toCheckIntervalMs(rules)).unref()
  server.once('close', () => clearInterval(timer))
}

function isUnderWay(reply: ServerResponse): boolean {
  return !reply.writableFinished && !reply.destroyed
}

/** The count of bytes is asked for only where some wait: of 10,000 connections hardly any has. */
function measureBlocking(
  socket: Socket,
  before: Connection['blocked'],
  at: number,
): Connection['blocked'] {
  const pending = socket.writableLength
  if (pending === 0) return null
  const sent = socket.bytesWritten - pending
  if (before && sent <= before.sent) return before
  return { since: at, sent, pending }
}

function isReadTooSlowly(
  { blocked }: Connection,
  at: number,
  { blockedMs, slowestBytesPerSecond }: ConnectionRules,
): boolean {
  if (!blocked) return false
  return at - blocked.since > blockedMs + (blocked.pending / slowestBytesPerSecond) * 1000
}

function isSentTooSlowly(
  { request, requestedAt }: Connection,
  at: number,
  { bodyMs }: ConnectionRules,
): boolean {
  if (!request || request.complete || at - requestedAt <= bodyMs) return false
  return !request.headers['content-type']?.startsWith('multipart/')
}

function toCheckIntervalMs({ blockedMs, bodyMs }: ConnectionRules): number {
  return Math.min(blockedMs, bodyMs) / 15
}
