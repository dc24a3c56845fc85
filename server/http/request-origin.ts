import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isAddress, isLoopback } from '../platform/network-address.ts'
import { sendRefusal } from './error-handler.ts'
import { getPath } from './request-path.ts'

/**
 * Refuses calls that name another host than PUBLIC_URL does, so that no other host name can stand
 * in for ours. Loopback and bare IP addresses pass, for labs and for programs on the machine, and
 * so does /healthz.
 */
export function addHostCheck(app: FastifyInstance, publicUrl: string) {
  const { hostname: ownHostname } = new URL(publicUrl)
  app.addHook('onRequest', (request, reply, done) => {
    if (isOurHost(request.hostname, ownHostname)) return done()
    if (request.routeOptions.url === '/healthz') return done()
    if (getPath(request).startsWith('/api/')) return sendRefusal(reply, { refused: 'wrong-host' })
    reply
      .code(421)
      .type('text/plain; charset=utf-8')
      .send(`This site has another address: ${new URL(publicUrl).origin}\n`)
  })
}

/** @param requestedHost as in the Host header, without the port */
export function isOurHost(requestedHost: string, ownHostname: string): boolean {
  const host = requestedHost.toLowerCase().replace(/\.$/, '')
  return host === ownHostname || isLoopback(host) || isAddress(host)
}

/** Whether the browser treats this page as secure; only then it obeys Clear-Site-Data. */
export function isSecureContext(
  { hostname }: Pick<FastifyRequest, 'hostname'>,
  { isHttps }: Pick<Deps, 'isHttps'>,
): boolean {
  return isHttps || isLoopback(hostname)
}

/**
 * True if a page of another site sent this. A call with neither header cannot come from a browser.
 * Plain http on a LAN has no Sec-Fetch-Site, so there the origin must equal the requested host.
 */
export function isCrossSite({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = headers
  return origin !== undefined && toHost(origin) !== host
}

export function isFromBrowser({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
}

function toHost(origin: string): string | null {
  return URL.parse(origin)?.host ?? null
}
