import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { authorize } from './authorize.ts'
import type { LoadSession } from './session.ts'

/** Swagger's page has inline styles. No upgrade to https, since plain http on a LAN must work. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

type ApiDocsOptions = {
  readonly loadSession: LoadSession
  readonly publicUrl?: string | undefined
}

/**
 * The live description of the API at /api/openapi.json, readable at /api/docs, for staff: it
 * reveals no secrets, but there is no reason to publish it. It is a small app of its own, built on
 * the first request: an idle server has no use for it.
 */
export function addApiDocs(
  app: FastifyInstance,
  deps: Deps,
  { loadSession, publicUrl = '/' }: ApiDocsOptions,
) {
  let openApiApp: Promise<FastifyInstance> | undefined
  const loadOpenApiApp = async () => (await import('./openapi.ts')).createOpenApiApp(publicUrl)

  const staffOnly = { method: 'GET', access: 'staff' } as const
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) {
    app.get(url, { onRequest: authorize(staffOnly, deps, loadSession) }, async (request, reply) => {
      openApiApp ??= loadOpenApiApp()
      const response = await (await openApiApp).inject({ url: request.url })
      const headers = {
        ...response.headers,
        // The page server's cache rules are for content that everybody may read.
        'cache-control': 'no-store',
        'content-security-policy': policy,
      }
      return reply.code(response.statusCode).headers(headers).send(response.rawPayload)
    })
  }
}
