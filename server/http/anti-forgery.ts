import type { FastifyRequest } from 'fastify'

/**
 * Did a page of another site send this? A call with neither header cannot come from a browser.
 * Plain http on a LAN has no Sec-Fetch-Site, so there the origin must be the host that was asked.
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
