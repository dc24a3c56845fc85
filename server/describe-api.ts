import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import { guardOf } from './guard.ts'

/** Swagger's page styles itself; plain http on a LAN must do, so nothing is upgraded. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The live description of the API at /api/openapi.json, readable at /api/docs, for staff: it tells
 * an attacker nothing that staff need to hide, but there is no reason to hand out the map. It is a
 * small app of its own, made when somebody first asks: an idle server has no use for it.
 */
export function describeApi(app: FastifyInstance, deps: Deps) {
  let opened: Promise<FastifyInstance> | undefined
  const openDescription = async () => (await import('./description.ts')).openDescription()

  const staffOnly = { method: 'GET', access: 'admin' } as const
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) {
    app.get(url, { onRequest: guardOf(staffOnly, deps) }, async (request, reply) => {
      opened ??= openDescription()
      const told = await (await opened).inject({ url: request.url })
      const headers = { ...told.headers, 'content-security-policy': policy }
      return reply.code(told.statusCode).headers(headers).send(told.rawPayload)
    })
  }
}
