import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { cleanForwardedFor } from '../platform/network-address.ts'
import { sendRefusal } from './error-handler.ts'

const headerName = 'x-forwarded-for'
const maxUnnamed = 10

/** To be called before anything asks for the address of a request. */
export function cleanForwardedHeader({ raw: { headers } }: FastifyRequest) {
  const header = headers[headerName]
  if (header === undefined) return
  const cleaned = cleanForwardedFor(String(header))
  if (cleaned === null) delete headers[headerName]
  else headers[headerName] = cleaned
}

/**
 * Reads the headers of proxies as they mean them; if there are two Host headers, they may have gone
 * by the other.
 */
export function readForwardedCalls(
  app: FastifyInstance,
  { log, unnamedProxies }: Pick<Deps, 'log' | 'unnamedProxies'>,
  trustProxy: readonly string[] | undefined,
) {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasTwoHosts(request.raw.rawHeaders)) return sendRefusal(reply, { refused: 'invalid-input' })
    cleanForwardedHeader(request)
    if (trustProxy) findUnnamedProxy(request)
    done()
  })

  function findUnnamedProxy({ ip, raw: { headers, socket } }: FastifyRequest) {
    const forwardedFor = headers[headerName]
    const peer = socket.remoteAddress
    if (forwardedFor === undefined || peer === undefined || ip !== peer) return
    if (String(forwardedFor).endsWith(peer) || unnamedProxies.has(peer)) return
    if (unnamedProxies.size === maxUnnamed) return
    unnamedProxies.add(peer)
    log.warn(
      `calls from ${peer} bring X-Forwarded-For, but TRUST_PROXY does not name it: their visitors share one address`,
    )
  }
}

/** Node keeps the first one and is silent about others; RFC 9112, section 3.2 wants a refusal. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}
