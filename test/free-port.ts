import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port that was free a moment ago, for a program that cannot choose one itself. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
