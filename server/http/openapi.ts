import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import { endpoints } from '#contract/endpoints.ts'
import { site } from '#site'
import { toRouteSchema } from './route-schema.ts'

/** Built from the contract alone; its routes do nothing. */
export async function createOpenApiApp(): Promise<FastifyInstance> {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: `${site.product} API`, version: '1.0.0' } },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { url: '/api/openapi.json' },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
  for (const endpoint of Object.values(endpoints)) {
    const { method, path: url } = endpoint
    app.route({ method, url, schema: toRouteSchema(endpoint), handler: async () => null })
  }
  await app.ready()
  return app
}
