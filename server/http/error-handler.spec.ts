import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createErrorHandler } from './error-handler.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })

it.each([
  new Error('timeout exceeded when trying to connect'),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  ...['EHOSTUNREACH', 'EPIPE', '57P03', '53300', '25006'].map(withCode),
])('a client that meets "$message" learns when to retry', async (error) => {
  const app = Fastify()
  app.setErrorHandler(createErrorHandler({ error: () => {} }))
  app.get('/', async () => {
    throw error
  })
  const reply = await app.inject('/')
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toMatchObject({ code: 'busy' })
  expect(reply.headers['retry-after']).toBe('1')
})
