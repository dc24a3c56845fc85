import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
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
  mostPerNetwork: 3,
  mostCallsUnderWay: 4,
  blockedMs: 60_000,
  slowestBytesPerSecond: 8_000,
  bodyMs: 60_000,
}
const large = Buffer.alloc(8_000_000)

let answered = 0

/** Answers `/` at once, `/later` after 5 ms, `/large` with 8 MB, and `/slow` never. */
async function open(changed: Partial<ConnectionRules> = {}) {
  answered = 0
  server = createServer(({ url }, reply) => {
    answered += 1
    if (url === '/slow') return
    if (url === '/later') return setTimeout(() => reply.end('well'), 5)
    reply.end(url === '/large' ? large : 'well')
  })
  limitConnections(server, { ...rules, ...changed })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

async function dial(from: string) {
  const { port } = server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port, localAddress: from })
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  await pause(5)
  return socket
}

async function call(socket: Socket, path = '/') {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await pause(10)
}

/** Whether the server has not hung up. */
async function isOpen(socket: Socket) {
  await pause(20)
  socket.resume()
  await pause(20)
  return !socket.destroyed && !socket.readableEnded
}
const areOpen = (some: readonly Socket[]) => Promise.all(some.map(isOpen))

it('closes the longest idle of a network that has too many, and admits the new one', async () => {
  await open()
  const [first, second, third] = [
    await dial('127.0.0.1'),
    await dial('127.0.0.1'),
    await dial('127.0.0.1'),
  ]
  await call(first)
  const fourth = await dial('127.0.0.1')
  expect(await areOpen([first, second, third, fourth])).toEqual([true, false, true, true])
})

it('never closes one that has a call under way; where all have, the new one is refused', async () => {
  await open()
  const busy = [await dial('127.0.0.1'), await dial('127.0.0.1'), await dial('127.0.0.1')]
  for (const socket of busy) await call(socket, '/slow')
  const refused = await dial('127.0.0.1')
  const elsewhere = await dial('127.0.0.2')
  expect(await areOpen([...busy, elsewhere])).toEqual([true, true, true, true])
  expect(await isOpen(refused)).toBe(false)
})

it('closes the longest idle of all when there are too many, and shuts nobody out', async () => {
  await open()
  const kept = []
  for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) {
    kept.push(await dial(from), await dial(from))
  }
  const newcomer = await dial('127.0.0.4')
  expect(await areOpen([...kept, newcomer])).toEqual([false, ...Array(5).fill(true), true])
})

it('counts no networks behind a trusted proxy', async () => {
  await open({ mostPerNetwork: null })
  const five = []
  for (let count = 0; count < 5; count += 1) five.push(await dial('127.0.0.1'))
  expect(await areOpen(five)).toEqual(Array(5).fill(true))
})

it('cuts who asks for much and reads nothing, and waits for who reads slowly', async () => {
  await open({ blockedMs: 200, slowestBytesPerSecond: 80_000_000 })
  const deaf = await dial('127.0.0.1')
  deaf.pause()
  const slow = await dial('127.0.0.2')
  await call(deaf, '/large')
  const cut = once(deaf, 'close')
  let read = 0
  slow.on('data', (chunk) => {
    read += chunk.length
  })
  await call(slow, '/large')
  await pause(600)
  deaf.resume()
  await cut
  expect(deaf.bytesRead).toBeLessThan(large.length)
  expect(read).toBeGreaterThanOrEqual(large.length)
})

it('cuts a body that takes too long, but no upload', async () => {
  await open({ bodyMs: 150 })
  const slow = await dial('127.0.0.1')
  const upload = await dial('127.0.0.1')
  slow.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{')
  upload.write(
    'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n-',
  )
  const whole = await dial('127.0.0.1')
  await call(whole, '/slow')
  await pause(60)
  expect(await isOpen(slow)).toBe(true)
  await pause(150)
  expect(await areOpen([slow, upload, whole])).toEqual([false, true, true])
})

it('hangs up on who asks for hundreds of pages in one breath', async () => {
  await open()
  const [greedy, other] = [await dial('127.0.0.2'), await dial('127.0.0.3')]
  greedy.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(300))
  await pause(10)
  await call(other)
  expect(await areOpen([greedy, other])).toEqual([false, true])
  expect(answered).toBe(rules.mostCallsUnderWay + 1)
})

it('keeps who asks again as soon as it was answered', async () => {
  await open()
  const socket = await dial('127.0.0.2')
  for (let n = 0; n < 50; n++) {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
  }
  expect(answered).toBe(50)
})

it('keeps who always has two calls under way', async () => {
  await open()
  const socket = await dial('127.0.0.2')
  const send = () => socket.write('GET /later HTTP/1.1\r\nHost: x\r\n\r\n')
  send()
  for (let n = 0; n < 20; n++) {
    send()
    await once(socket, 'data')
  }
  expect(answered).toBeGreaterThanOrEqual(20)
  expect(await isOpen(socket)).toBe(true)
})
