import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, ParsedRequest, RefusalOf, ReplyOf } from '#contract/endpoint.ts'
import type { commonRefusals } from '#contract/errors.ts'
import { isRefusal, type Refusal, refuseTooMany } from '#core/refusal.ts'
import type { Actor } from './audit.ts'
import type { User } from './auth/sessions.ts'
import type { Deps } from './deps.ts'
import { sendRefusal } from './fault.ts'
import { guardOf } from './guard.ts'
import { refuseOddKey, type SentOnce, toSentOnce } from './idempotency.ts'
import { isPlainText } from './plain-text.ts'
import { schemaOf } from './schema-of.ts'
import type { TableFile } from './table-file.ts'
import { admitUploads, refuseFilesOnLowDisk } from './upload-call.ts'
import type { UploadGate } from './upload-gate.ts'
import { readUploads, type Uploads } from './uploads.ts'

type UserOf<E extends Endpoint> = E['access'] extends 'visitor' ? undefined : User

export type Call<E extends Endpoint> = ParsedRequest<E> & {
  readonly user: UserOf<E>
  /** The user and where the call came from, for the audit log. */
  readonly actor: Actor
  readonly uploads: Uploads
  /** What the client calls this call, on endpoints that take a key. */
  readonly sentOnce: SentOnce | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Allowed<E extends Endpoint> = RefusalOf<E> | (typeof commonRefusals)[number]
type Good<E extends Endpoint> = E extends { readonly sends: 'table' }
  ? TableFile
  : E extends { readonly sends: string }
    ? Buffer
    : ReplyOf<E>
export type Answer<E extends Endpoint> = Good<E> | Refusal<Allowed<E>>

export type Serve = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Answer<E> | Promise<Answer<E>>,
) => void

type Given = {
  /** Takes the calls that may carry files. */
  readonly uploads: FastifyInstance
  readonly gate: UploadGate
  readonly silenceMs: number
  readonly deps: Deps
  /** Filled with what is served. */
  readonly served: Set<Endpoint>
  /** Done before each call of somebody logged in: closes what ran out, so that no view depends on a sweeper. */
  readonly settle: () => Promise<void>
}

/** Binds an endpoint to its work: session, who, parse, call, cut the reply to its shape. */
export function serveOn(
  app: FastifyInstance,
  { uploads, gate, silenceMs, deps, served, settle }: Given,
): Serve {
  return (endpoint, handler) => {
    if (!endpoint.access)
      throw new Error(`${endpoint.method} ${endpoint.path} does not say who may call`)
    served.add(endpoint)
    const scope = endpoint.upload ? uploads : app
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      ...bodyLimitOf(endpoint),
      schema: schemaOf(endpoint),
      onRequest: [
        guardOf(endpoint, deps),
        ...(endpoint.upload ? [admitUploads(deps, gate)] : []),
        ...(endpoint.rateLimit ? [takeLimit(endpoint.rateLimit, deps)] : []),
      ],
      preValidation: [
        ...(endpoint.isIdempotent ? [refuseOddKey] : []),
        ...(endpoint.upload
          ? [
              readUploads(endpoint, endpoint.upload, silenceMs),
              refuseFilesOnLowDisk(deps),
              refuseOddText,
            ]
          : [refuseOddQuery]),
      ],
      // A field that holds JSON is read by its schema, and may hide odd text until then.
      ...(endpoint.upload && { preHandler: refuseOddText }),
      handler: endpoint.upload ? withUploads(answer) : answer,
    })

    async function answer(request: FastifyRequest, reply: FastifyReply) {
      const user = request.session?.user
      if (user) await settle()
      const told = await handler({
        user,
        actor: { id: user?.id ?? null, email: user?.email ?? 'visitor', address: request.ip },
        params: request.params,
        query: request.query,
        body: request.body,
        uploads: request.uploads,
        sentOnce: endpoint.isIdempotent ? toSentOnce(deps, endpoint, request) : null,
        request,
        reply,
      } as never)
      if (isRefusal(told)) return sendRefusal(reply, told as Refusal<Allowed<Endpoint>>)
      if (reply.statusCode === 200 && endpoint.status) reply.code(endpoint.status)
      app.accessLog?.note(request, reply)
      if (endpoint.contentType === 'table') return sendTable(reply, told as TableFile)
      if (endpoint.contentType) return reply.type(endpoint.contentType).send(told)
      return told
    }
  }
}

/** What visitors send is kept in memory, and nothing of theirs is long. */
const mostVisitorBytes = 32_000

function bodyLimitOf({ access: who, bodyLimitBytes }: Endpoint) {
  if (bodyLimitBytes) return { bodyLimit: bodyLimitBytes }
  return who === 'visitor' ? { bodyLimit: mostVisitorBytes } : {}
}

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Slot and spooled files are held until the work is done, also when the client goes meanwhile. */
function withUploads(answer: Answering): Answering {
  return async (request, reply) => {
    const { uploadCall } = request
    if (!uploadCall) return answer(request, reply)
    if (!uploadCall.begin()) return reply.hijack()
    try {
      return await answer(request, reply)
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

/** To be saved, whatever the browser could show of it. */
function sendTable(reply: FastifyReply, { type, name, content }: TableFile) {
  const told = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
  return reply.type(type).header('content-disposition', told).send(content)
}

/** Fields of a form come unread; a JSON body was looked at where it was parsed. */
function refuseOddText(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  if (isPlainText(request.body)) refuseOddQuery(request, reply, done)
  else sendRefusal(reply, { refused: 'invalid-input' })
}

function refuseOddQuery(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  if (isPlainText(request.query)) done()
  else sendRefusal(reply, { refused: 'invalid-input' })
}
