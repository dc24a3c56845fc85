import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { endpoints } from '#contract/endpoints.ts'
import { type RefusalCode, refusals } from '#contract/errors.ts'
import type { Refusal } from '#core/refusal.ts'
import { ClientGoneError } from '../client-gone-error.ts'
import { isDiskFull } from '../database/disk-full.ts'
import { OverloadedError } from '../overloaded-error.ts'
import { JobReplacedError } from '../platform/hash-queue/hash-queue.ts'
import { ImagesUnavailableError } from '../platform/images/image-files.ts'
import type { AccessLog } from './access-log.ts'
import { readOnAfterReply } from './read-on.ts'
import { getPath } from './request-path.ts'

export type SecurityWatch = {
  /** Never fails and never waits; the audit log is written in the background. */
  recordRefusal(request: FastifyRequest, code: RefusalCode): void
  /** Resolves when all counts are written. */
  close(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    accessLog?: AccessLog | null
    securityWatch?: SecurityWatch
  }
}

/** Every refused call passes through here. */
export function sendRefusal(
  reply: FastifyReply,
  { refused, fields, retryAfterSeconds, details }: Refusal<RefusalCode>,
): FastifyReply {
  if (retryAfterSeconds) reply.header('Retry-After', String(Math.ceil(retryAfterSeconds)))
  const definition: { status: number; message: string; extraFields?: object } = refusals[refused]
  reply.code(definition.status)
  reply.server.accessLog?.record(reply.request, reply)
  reply.server.securityWatch?.recordRefusal(reply.request, refused)
  return reply
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      message: definition.message,
      code: refused,
      ...(fields && { fields }),
      ...definition.extraFields,
      ...details,
    })
}

/** The one place where a fault is caught: logged in full, shown as one sentence. */
export function createErrorHandler(log: Pick<Logger, 'error'>) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toRefusal(error)
    // An upload reads on in any case (upload-call.ts).
    if (refusal?.refused === 'too-large' && !request.isMultipart?.()) {
      reply.removeHeader('connection')
      readOnAfterReply(request, reply, afterLargeBody)
    }
    if (refusal) return sendRefusal(reply, refusal)
    log.error({ err: error, requestId: request.id }, 'fault')
    reply.header('x-request-id', request.id)
    return sendRefusal(reply, { refused: 'fault' })
  }
}

function toRefusal(error: FastifyError): Refusal<RefusalCode> | null {
  if (hasZodFastifySchemaValidationErrors(error)) {
    return { refused: 'invalid-input', fields: toFieldErrors(error.validation) }
  }
  if (error instanceof OverloadedError) {
    return { refused: 'busy', retryAfterSeconds: error.retryAfterSeconds }
  }
  if (error instanceof JobReplacedError) return { refused: 'login-replaced' }
  // Nobody reads it.
  if (error instanceof ClientGoneError) return { refused: 'busy' }
  // Logged where it is noticed, once.
  if (error instanceof ImagesUnavailableError) {
    return { refused: 'pictures-unavailable', retryAfterSeconds: imagesRetrySeconds }
  }
  const refused = toRefusalCode(error)
  if (refused === 'busy' && !error.statusCode) return { refused, retryAfterSeconds: 1 }
  return refused && { refused }
}

const imagesRetrySeconds = 30
const afterLargeBody = { maxMs: 2_000, maxBytes: 16 * 1024 * 1024 }

type Issue = { instancePath: string; message?: string | undefined; params?: object }

function toFieldErrors(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { instancePath, message, params } of issues) {
    const path = instancePath.split('/').filter(Boolean)
    const unknown = params && 'keys' in params && Array.isArray(params.keys) ? params.keys : null
    for (const last of unknown ?? [null]) {
      const name = [...path, ...(last === null ? [] : [last])].join('.')
      fields[name || 'body'] ??= message ?? 'Not as expected'
    }
  }
  return fields
}

/** The database cannot be reached, stops, starts, has no room for a connection, or is a standby. */
const lostConnectionCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '53300', '25006'],
])
/** The driver's words for a connection that was cut, also while a transaction is rolled back. */
const lostConnection = /Connection terminated|timeout exceeded when trying to connect|not queryable/

function toRefusalCode(error: FastifyError): RefusalCode | null {
  const code = String(error.code ?? '')
  if (isDiskFull(error) || code === 'ENOSPC') return 'disk-full'
  if (code.startsWith('SQLITE_BUSY') || lostConnectionCodes.has(code)) return 'busy'
  if (lostConnection.test(error.message)) return 'busy'
  switch (error.statusCode) {
    case 413:
      return 'too-large'
    case 415:
      return 'wrong-type'
    case 503:
      return 'busy'
    default:
      return error.statusCode && error.statusCode < 500 ? 'invalid-input' : null
  }
}

const knownEndpoints = Object.values(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`),
}))

/** Unknown paths below /api; a known path with another method gets a message of its own. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
  const path = getPath(request)
  const methods = knownEndpoints
    .filter(({ pattern }) => pattern.test(path))
    .map(({ method }) => method)
  if (methods.length === 0) return sendRefusal(reply, { refused: 'unknown-path' })
  reply.header('Allow', [...new Set(methods)].join(', '))
  return sendRefusal(reply, { refused: 'wrong-method' })
}
