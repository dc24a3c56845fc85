import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { type ConnectionRules, limitConnections } from './connections.ts'

let server: Server
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const rules: ConnectionRules = {
  most: 6,
  maxPerNetwork: 3,
  maxCallsUnderWay: 4,
  blockedMs: 60_000,
  slowestBytesPerSecond: 8_000,
  bodyMs: 60_000,
}
const large = Buffer.alloc(8_000_000)

let answerCount = 0

/** Answers `/` at once, `/later` after 5 ms, `/large` with 8 MB, and `/slow` never. */
async function startServer(changed: Partial<ConnectionRules> = {}) {
  answerCount = 0
  server = createServer(({ url }, reply) => {
    answerCount += 1
    if (url === '/slow') return
    if (url === '/later') return setTimeout(() => reply.end('well'), 5)
    reply.end(url === '/large' ? large : 'well')
  })
  limitConnections(server, { ...rules, ...changed })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

async function openConnection(from: string) {
  const { port } = server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port, localAddress: from })
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  await sleep(5)
  return socket
}

async function call(socket: Socket, path = '/') {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await sleep(10)
}

/** Whether the server has not hung up. */
async function isOpen(socket: Socket) {
  await sleep(20)
  socket.resume()
  await sleep(20)
  return !socket.destroyed && !socket.readableEnded
}
const areOpen = (some: readonly Socket[]) => Promise.all(some.map(isOpen))

it('closes the longest idle of a network that has too many, and admits the new one', async () => {
  await startServer()
  const [first, second, third] = [
    await openConnection('127.0.0.1'),
    await openConnection('127.0.0.1'),
    await openConnection('127.0.0.1'),
  ]
  await call(first)
  const fourth = await openConnection('127.0.0.1')
  expect(await areOpen([first, second, third, fourth])).toEqual([true, false, true, true])
})

it('never closes one with a call in flight; if all have one, the new connection is refused', async () => {
  await startServer()
  const busy = [
    await openConnection('127.0.0.1'),
    await openConnection('127.0.0.1'),
    await openConnection('127.0.0.1'),
  ]
  for (const socket of busy) await call(socket, '/slow')
  const refused = await openConnection('127.0.0.1')
  const elsewhere = await openConnection('127.0.0.2')
  expect(await areOpen([...busy, elsewhere])).toEqual([true, true, true, true])
  expect(await isOpen(refused)).toBe(false)
})

it('closes the longest idle of all when there are too many, and shuts nobody out', async () => {
  await startServer()
  const kept = []
  for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) {
    kept.push(await openConnection(from), await openConnection(from))
  }
  const newcomer = await openConnection('127.0.0.4')
  expect(await areOpen([...kept, newcomer])).toEqual([false, ...Array(5).fill(true), true])
})

it('counts no networks behind a trusted proxy', async () => {
  await startServer({ maxPerNetwork: null })
  const five = []
  for (let count = 0; count < 5; count += 1) five.push(await openConnection('127.0.0.1'))
  expect(await areOpen(five)).toEqual(Array(5).fill(true))
})

it('cuts a client that requests much and reads nothing, and waits for one that reads slowly', async () => {
  await startServer({ blockedMs: 200, slowestBytesPerSecond: 80_000_000 })
  const nonReader = await openConnection('127.0.0.1')
  nonReader.pause()
  const slow = await openConnection('127.0.0.2')
  await call(nonReader, '/large')
  const cut = once(nonReader, 'close')
  let read = 0
  slow.on('data', (chunk) => {
    read += chunk.length
  })
  await call(slow, '/large')
  await sleep(600)
  nonReader.resume()
  await cut
  expect(nonReader.bytesRead).toBeLessThan(large.length)
  expect(read).toBeGreaterThanOrEqual(large.length)
})

it('cuts a body that takes too long, unless it is an upload', async () => {
  await startServer({ bodyMs: 150 })
  const slow = await openConnection('127.0.0.1')
  const upload = await openConnection('127.0.0.1')
  const cut = once(slow, 'close')
  const sentAt = performance.now()
  slow.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{')
  upload.write(
    'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n-',
  )
  const whole = await openConnection('127.0.0.1')
  await call(whole, '/slow')
  await cut
  expect(performance.now() - sentAt).toBeGreaterThanOrEqual(150)
  expect(await areOpen([upload, whole])).toEqual([true, true])
})

it('hangs up on a client that requests hundreds of pages at once', async () => {
  await startServer()
  const [pipelining, other] = [await openConnection('127.0.0.2'), await openConnection('127.0.0.3')]
  pipelining.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(300))
  await sleep(10)
  await call(other)
  expect(await areOpen([pipelining, other])).toEqual([false, true])
  expect(answerCount).toBe(rules.maxCallsUnderWay + 1)
})

it('keeps a client that sends each call after the previous reply', async () => {
  await startServer()
  const socket = await openConnection('127.0.0.2')
  for (let n = 0; n < 50; n++) {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
  }
  expect(answerCount).toBe(50)
})

it('keeps a client that always has two calls in flight', async () => {
  await startServer()
  const socket = await openConnection('127.0.0.2')
  const send = () => socket.write('GET /later HTTP/1.1\r\nHost: x\r\n\r\n')
  send()
  for (let n = 0; n < 20; n++) {
    send()
    await once(socket, 'data')
  }
  expect(answerCount).toBeGreaterThanOrEqual(20)
  expect(await isOpen(socket)).toBe(true)
})
