import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Server, startServer } from '#test/server-process.ts'

const burst = 1_500
/** Linux cuts what a server asks for to this. */
const longestQueue = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))

let dataDir: string
let server: Server
let sockets: Socket[]
beforeEach(async () => {
  sockets = []
  dataDir = mkdtempSync(join(tmpdir(), 'connections-'))
  server = await startServer({ dataDir })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await server.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

it.runIf(longestQueue > burst)(
  'a class that connects while the server is busy is queued, not made to try again',
  async () => {
    const port = Number(new URL(server.url).port)
    server.child.kill('SIGSTOP')
    sockets = Array.from({ length: burst }, () => connect({ host: '127.0.0.1', port }))
    for (const socket of sockets) socket.on('error', () => undefined)
    // A connection beyond the queue is never made while the server is stopped.
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    server.child.kill('SIGCONT')
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  },
)
