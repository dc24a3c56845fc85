import type { Attack } from '../attack.ts'
import { encodeRequest, holdOpen } from '../sockets.ts'

/** Half of them ask once and then keep the connection, the others never say a word. */
export const idleSockets: Attack = {
  summary: '6,000 connections that stay open and say nothing',
  async prepare(target) {
    const call = encodeRequest({ method: 'GET', path: '/healthz' })
    let opened = 0
    return (tally, signal) =>
      holdOpen(
        target,
        {
          connections: 6_000,
          batchSize: 250,
          onConnect(socket) {
            socket.resume()
            if (opened++ % 2 === 0) socket.write(call)
          },
        },
        { tally, signal },
      )
  },
}
