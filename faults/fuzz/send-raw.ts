import { connect } from 'node:net'
import type { Reply } from './fuzz-target.ts'

const timeoutMs = 5_000

/** Writes the bytes as they are, ends our side, and reads whatever comes back. */
export function sendRaw(port: number, bytes: Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error('The server keeps a connection whose other side has ended'))
    }, timeoutMs)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(parseReply(Buffer.concat(chunks)))
    })
    socket.end(bytes)
  })
}

/** The first answer: behind it may stand another, to what is no call any more. */
function parseReply(bytes: Buffer): Reply {
  const headEnd = bytes.indexOf('\r\n\r\n')
  const head = bytes.toString('latin1', 0, Math.max(0, headEnd))
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  const body = bytes.toString('utf8', headEnd + 4, headEnd + 4 + length)
  return { status: status ? Number(status) : null, body }
}
