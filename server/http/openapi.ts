import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { site } from '#site'
import { describeRefusals } from './described-refusals.ts'
import { toRouteSchema } from './route-schema.ts'

const description =
  'A login sets two cookies: `session`, which scripts cannot read, and `XSRF-TOKEN`. Where the site is served by https both have the prefix `__Host-`, and the second one is there without it, too. A browser sends its value in the header `X-XSRF-TOKEN` with each call that is no GET. Each refusal is JSON with a `code`, which never changes, and a `message` for people.'

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'session' },
  xsrfToken: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
} as const

/** Lists the names of the security schemes that a call needs; none if it is open to visitors. */
function listSecurity({ access, method }: Endpoint) {
  if (access === 'visitor') return []
  return [{ session: [], ...(method !== 'GET' && { xsrfToken: [] }) }]
}

/** Built from the contract alone; its routes do nothing. */
export async function createOpenApiApp(publicUrl: string): Promise<FastifyInstance> {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${site.product} API`, version: '1.0.0', description },
      servers: [{ url: publicUrl }],
      components: { securitySchemes },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { url: '/api/openapi.json' },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const { method, path: url } = endpoint
    const { response, ...schema } = toRouteSchema(endpoint)
    app.route({
      method,
      url,
      handler: async () => null,
      schema: {
        ...schema,
        security: listSecurity(endpoint),
        response: { ...response, ...describeRefusals(endpoint) },
      },
    })
  }
  await app.ready()
  return app
}
