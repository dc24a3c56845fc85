import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isLoopback } from '../platform/network-address.ts'

/** Whether the browser counts this page as secure: without it, it does not clear its cache for us. */
export function isSecureContext(
  { hostname }: Pick<FastifyRequest, 'hostname'>,
  { isHttps }: Pick<Deps, 'isHttps'>,
): boolean {
  return isHttps || isLoopback(hostname)
}
