import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  bodyLimits,
  type Endpoint,
  type ParsedRequest,
  type RefusalOf,
  type ReplyOf,
  type RowOf,
} from '#contract/endpoint.ts'
import type { commonRefusals } from '#contract/errors.ts'
import { isRefusal, type Refusal, refuseTooMany } from '#core/refusal.ts'
import type { CountedPage } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import type { SpreadsheetFile } from '../platform/spreadsheet.ts'
import { authorize } from './authorize.ts'
import { sendRefusal } from './error-handler.ts'
import { type IdempotencyKey, readIdempotencyKey, refuseMalformedKey } from './idempotency.ts'
import { toRouteSchema } from './route-schema.ts'
import type { Actor, LoadSession, User } from './session.ts'
import { admitUploads, refuseFilesOnLowDisk } from './upload-call.ts'
import type { UploadGate } from './upload-gate.ts'
import { readUploads, type Uploads } from './uploads.ts'

type CallerOf<E extends Endpoint> = E['access'] extends 'visitor' ? undefined : User

export type EndpointCall<E extends Endpoint> = ParsedRequest<E> & {
  readonly user: CallerOf<E>
  /** The user and where the call came from, for the audit log. */
  readonly actor: Actor
  readonly uploads: Uploads
  /** The client's name for this call, on endpoints that take a key. */
  readonly idempotencyKey: IdempotencyKey | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type AllowedRefusal<E extends Endpoint> = RefusalOf<E> | (typeof commonRefusals)[number]
type SuccessReply<E extends Endpoint> = E extends { readonly contentType: 'table' }
  ? SpreadsheetFile
  : E extends { readonly contentType: string }
    ? Buffer
    : E extends { readonly isList: true }
      ? CountedPage<RowOf<E>>
      : ReplyOf<E>
export type HandlerResult<E extends Endpoint> = SuccessReply<E> | Refusal<AllowedRefusal<E>>

export type BindEndpoint = <E extends Endpoint>(
  endpoint: E,
  handler: (call: EndpointCall<E>) => HandlerResult<E> | Promise<HandlerResult<E>>,
) => void

type BindEndpointOptions = {
  /** Takes the calls that may carry files. */
  readonly uploads: FastifyInstance
  readonly gate: UploadGate
  readonly idleTimeoutMs: number
  readonly deps: Deps
  readonly loadSession: LoadSession
  /** Filled with what is served. */
  readonly served: Set<Endpoint>
  /** Done before each call of somebody logged in: closes what ran out, so that no view depends on a sweeper. */
  readonly beforeRequest: () => Promise<void>
}

/** Binds an endpoint to its work: session, who, parse, call, cut the reply to its shape. */
export function createBindEndpoint(
  app: FastifyInstance,
  { uploads, gate, idleTimeoutMs, deps, loadSession, served, beforeRequest }: BindEndpointOptions,
): BindEndpoint {
  return (endpoint, handler) => {
    if (!endpoint.access)
      throw new Error(`${endpoint.method} ${endpoint.path} does not say who may call`)
    served.add(endpoint)
    const scope = endpoint.upload ? uploads : app
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      ...getBodyLimit(endpoint),
      schema: toRouteSchema(endpoint),
      onRequest: [
        authorize(endpoint, deps, loadSession),
        ...(endpoint.upload ? [admitUploads(deps, gate)] : []),
        ...(endpoint.rateLimit ? [takeLimit(endpoint.rateLimit, deps)] : []),
      ],
      preValidation: [
        ...(endpoint.isIdempotent ? [refuseMalformedKey] : []),
        ...(endpoint.upload
          ? [
              readUploads(endpoint, endpoint.upload, idleTimeoutMs),
              refuseFilesOnLowDisk(deps),
              refuseMalformedText,
            ]
          : [refuseMalformedQuery]),
      ],
      // A field that holds JSON is read by its schema, and may hide odd text until then.
      ...(endpoint.upload && { preHandler: refuseMalformedText }),
      handler: endpoint.upload ? withUploads(handle) : handle,
    })

    async function handle(request: FastifyRequest, reply: FastifyReply) {
      const user = request.session?.user
      if (user) await beforeRequest()
      const result = await handler({
        user,
        actor: { id: user?.id ?? null, email: user?.email ?? 'visitor', address: request.ip },
        params: request.params,
        query: request.query,
        body: request.body,
        uploads: request.uploads,
        idempotencyKey: endpoint.isIdempotent ? readIdempotencyKey(deps, endpoint, request) : null,
        request,
        reply,
      } as never)
      if (isRefusal(result)) return sendRefusal(reply, result as Refusal<AllowedRefusal<Endpoint>>)
      if (reply.statusCode === 304) return reply.send()
      if (reply.statusCode === 200 && endpoint.status) reply.code(endpoint.status)
      app.accessLog?.record(request, reply)
      if (endpoint.contentType === 'table') return sendSpreadsheet(reply, result as SpreadsheetFile)
      if (endpoint.contentType) return reply.type(endpoint.contentType).send(result)
      if (endpoint.isList) return sendPage(reply, result as CountedPage<unknown>)
      return result
    }
  }
}

function getBodyLimit({ access, bodyLimitBytes }: Endpoint) {
  if (bodyLimitBytes) return { bodyLimit: bodyLimitBytes }
  return access === 'visitor' ? { bodyLimit: bodyLimits.visitor } : {}
}

type RequestHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Holds the slot and the spooled files until the work is done, even if the client disconnects. */
function withUploads(handle: RequestHandler): RequestHandler {
  return async (request, reply) => {
    const { uploadCall } = request
    if (!uploadCall) return handle(request, reply)
    if (!uploadCall.begin()) return reply.hijack()
    try {
      return await handle(request, reply)
    } finally {
      uploadCall.end()
    }
  }
}

function takeLimit(gate: NonNullable<Endpoint['rateLimit']>, { limits }: Deps) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const limited = await limits.take(gate, request.ip)
    if (limited) return sendRefusal(reply, refuseTooMany(limited.retryAfterSeconds))
  }
}

function sendPage(reply: FastifyReply, { rows, total }: CountedPage<unknown>) {
  return reply.header('X-Total-Count', String(total)).send(rows)
}

/** Sent as a download, even if the browser could display it. */
function sendSpreadsheet(reply: FastifyReply, { type, name, content }: SpreadsheetFile) {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
  return reply.type(type).header('content-disposition', disposition).send(content)
}

/** For form fields; a JSON body was checked when it was parsed. */
function refuseMalformedText(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  if (isWellFormedText(request.body)) refuseMalformedQuery(request, reply, done)
  else sendRefusal(reply, { refused: 'invalid-input' })
}

function refuseMalformedQuery(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  if (isWellFormedText(request.query)) done()
  else sendRefusal(reply, { refused: 'invalid-input' })
}

const maxDepth = 40

/** No text has NUL or lone surrogates: PostgreSQL rejects both, and nobody types them. */
export function isWellFormedText(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (depth > maxDepth) return false
  for (const key in value) {
    if (
      !isWellFormedText(key) ||
      !isWellFormedText((value as Record<string, unknown>)[key], depth + 1)
    ) {
      return false
    }
  }
  return true
}
