import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export const downloadedName = 'notes.zip'
const downloadMs = 1_500

/** The address of a file that takes its time, for as long as it is used. */
export async function serveSlowFile(use: (url: string) => Promise<void>): Promise<void> {
  const half = Buffer.alloc(500_000)
  const server = createServer(async (_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename=${downloadedName}`,
      'content-length': 2 * half.length,
    })
    response.write(half)
    await pause(downloadMs)
    response.end(half)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
