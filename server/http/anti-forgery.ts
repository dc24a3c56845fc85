import type { FastifyRequest } from 'fastify'

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
