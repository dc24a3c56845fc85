import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type DatabaseGate = {
  /** `127.0.0.1:5432` */
  readonly host: string
  /** The address of the database by way of the gate. */
  readonly url: string
  /** Cuts every connection and takes no more, as if the server had died. */
  close(): void
  open(): void
  remove(): Promise<void>
}

/** A way to a PostgreSQL that can be closed, while the one behind it goes on for others. */
export async function openDatabaseGate(databaseUrl: string): Promise<DatabaseGate> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isOpen = true
  const gate = createServer((socket) => {
    if (!isOpen) return socket.resetAndDestroy()
    const inner = connect(Number(target.port), target.hostname)
    sockets.add(socket)
    for (const [from, to] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const address = gate.address()
  const port = typeof address === 'object' ? address?.port : 0
  const close = () => {
    isOpen = false
    for (const socket of sockets) socket.resetAndDestroy()
    sockets.clear()
  }
  const host = `127.0.0.1:${port}`
  return {
    host,
    url: databaseUrl.replace(target.host, host),
    close,
    open() {
      isOpen = true
    },
    async remove() {
      close()
      gate.close()
      await once(gate, 'close')
    },
  }
}
