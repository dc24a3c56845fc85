import type { FastifyRequest } from 'fastify'

/** An address that cannot be decoded is no page's; below /api it stays, and is refused. */
export function replaceMalformedUrl(url: string, notFoundUrl: string): string {
  const [path = ''] = url.split('?')
  if (!path.includes('%') || path.startsWith('/api/')) return url
  try {
    decodeURI(path)
    return url
  } catch {
    return notFoundUrl
  }
}

/**
 * The path as the router reads it: decoded once, without the scheme and host of an absolute URL. For
 * requests that no route takes; of all others `routeOptions.url` is the path. The router has already
 * refused what is malformed.
 */
export function getPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const [encoded = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)
  return decodeURI(encoded) || '/'
}

/** As it was sent, with its question mark; empty where there is none. */
export function getQuery({ url }: Pick<FastifyRequest, 'url'>): string {
  return /\?[^#]*/.exec(url)?.[0] ?? ''
}
