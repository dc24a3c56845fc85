import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createErrorHandler } from './error-handler.ts'

it.each(['timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])(
  'a client that meets "%s" learns when to retry',
  async (message) => {
    const app = Fastify()
    app.setErrorHandler(createErrorHandler({ error: () => {} }))
    app.get('/', async () => {
      throw new Error(message)
    })
    const reply = await app.inject('/')
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toMatchObject({ code: 'busy' })
    expect(reply.headers['retry-after']).toBe('1')
  },
)
