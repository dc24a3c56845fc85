import type { FastifyReply } from 'fastify'
import { ClientGoneError } from '../client-gone-error.ts'

/**
 * Aborted when the connection closes before the reply is sent. Fastify's own signal is that of the
 * request, which Node closes as soon as its body is read.
 */
export function createClientSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    if (!raw.writableEnded) controller.abort(new ClientGoneError())
  }
  if (raw.destroyed) abort()
  else raw.once('close', abort)
  return controller.signal
}
