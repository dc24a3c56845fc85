import type { FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { sendRefusal } from './error-handler.ts'

const knownEndpoints = Object.values(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`),
}))

/** Unknown paths below /api; a known path with another method gets a message of its own. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?')[0] ?? ''
  const methods = knownEndpoints
    .filter(({ pattern }) => pattern.test(path))
    .map(({ method }) => method)
  if (methods.length === 0) return sendRefusal(reply, { refused: 'unknown-path' })
  reply.header('Allow', [...new Set(methods)].join(', '))
  return sendRefusal(reply, { refused: 'wrong-method' })
}
