import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import underPressure from '@fastify/under-pressure'
import Fastify, { errorCodes, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { AccessLog } from './access-log.ts'
import { settling } from './attempts/close-overdue.ts'
import { attemptRoutes } from './attempts/routes.ts'
import { auditLogRoutes } from './audit-log/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { slowedLoginRoutes } from './auth/slowed-login-routes.ts'
import { checkHost } from './check-host.ts'
import { connectionRules, limitConnections } from './connections.ts'
import type { Deps } from './deps.ts'
import { describeApi } from './describe-api.ts'
import { enquiryRoutes } from './enquiries/routes.ts'
import { examRoomRoutes } from './exam-room/routes.ts'
import { examRoutes } from './exams/routes.ts'
import { faultsTo } from './fault.ts'
import { mailRoutes } from './mail/routes.ts'
import { markingRoutes } from './marking/routes.ts'
import { isPlainText } from './plain-text.ts'
import { resultRoutes } from './results/routes.ts'
import { addSecurityHeaders, answerBrokenRequest, securityHeaders } from './security-headers.ts'
import { openSecurityWatch } from './security-watch.ts'
import { serveOn } from './serve.ts'
import { storageRoutes } from './storage-routes.ts'
import { studentRoutes } from './students/routes.ts'
import { answerUnknownCall } from './unknown-call.ts'
import { type GateRules, gateRules, openUploadGate } from './upload-gate.ts'
import { serveWeb } from './web.ts'

/** Longer than the 60 s of a usual proxy, which would else send into a connection that closes. */
const proxyKeepAliveMs = 72_000
const keepAliveMs = 5_000
const longestSilenceMs = 15_000

type Given = {
  /** Exact addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy?: string | undefined
  /** The address that was set for the site; where none was, any host may be named. */
  readonly publicUrl?: string | undefined
  /** The built screens; without it only the API is served. */
  readonly webFolder?: string | undefined
  /** How late the event loop may be before calls are turned away; 0 turns none away. */
  readonly longestDelayMs?: number
  readonly uploadRules?: UploadRules
  readonly accessLog?: AccessLog | undefined
}

export type UploadRules = Partial<GateRules> & {
  /** How long a body that is on its way may bring no byte. */
  readonly silenceMs?: number
}

export async function buildApp(deps: Deps, given: Given = {}): Promise<FastifyInstance> {
  const answerFault = faultsTo(deps.log)
  const app: FastifyInstance = Fastify({
    genReqId: requestIds(deps.newId()),
    bodyLimit: 256_000,
    requestTimeout: 300_000,
    keepAliveTimeout: given.trustProxy ? proxyKeepAliveMs : keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) =>
      answerFault(
        error,
        request,
        reply.headers({ ...securityHeaders(deps.isHttps), 'cache-control': 'no-store' }),
      ),
    clientErrorHandler: answerBrokenRequest(deps.isHttps),
    trustProxy: given.trustProxy?.split(',').map((address) => address.trim()) ?? false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
  })
  limitConnections(app.server, {
    ...connectionRules,
    ...(given.trustProxy && { mostPerNetwork: null }),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerFault)
  app.decorate('accessLog', given.accessLog ?? null)
  const securityWatch = openSecurityWatch(deps)
  app.decorate('securityWatch', securityWatch)
  app.addHook('onClose', securityWatch.close)
  app.decorateRequest('startedAt', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAt = performance.now()
    done()
  })
  app.decorateRequest('session', null)
  app.decorateRequest('uploads')
  app.decorateRequest('uploadCall', null)
  addSecurityHeaders(app, deps.isHttps)
  if (given.publicUrl) checkHost(app, given.publicUrl)
  readBodies(app)

  await app.register(cookie)
  const { longestDelayMs = 3_000, uploadRules = {} } = given
  const { silenceMs = longestSilenceMs } = uploadRules
  await app.register(underPressure, { maxEventLoopDelay: longestDelayMs, retryAfter: 2 })
  describeApi(app, deps)
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    await sql`SELECT name FROM migrations LIMIT 1`.execute(deps.db.read)
    return reply.type('text/plain; charset=utf-8').send('ok')
  })

  const served = new Set<Endpoint>()
  // What reads files listens to each call till its end: 3 % of an answer's time, were it everywhere.
  await app.register(async (uploads) => {
    await uploads.register(multipart, { throwFileSizeLimit: true })
    const gate = openUploadGate({ ...gateRules, ...uploadRules })
    const settle = settling(deps)
    const serve = serveOn(app, { uploads, gate, silenceMs, deps, served, settle })
    for (const routes of slices) routes(serve, deps)
  })
  refuseToForget(served)

  if (given.webFolder) await serveWeb(app, given.webFolder)
  else app.setNotFoundHandler(answerUnknownCall)
  return app
}

const slices = [
  authRoutes,
  slowedLoginRoutes,
  studentRoutes,
  examRoutes,
  attemptRoutes,
  examRoomRoutes,
  resultRoutes,
  markingRoutes,
  enquiryRoutes,
  mailRoutes,
  auditLogRoutes,
  storageRoutes,
]

/** JSON only; an empty body is no body. Only an escape can smuggle odd text in. */
function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      if (text === '') return done(null, undefined)
      parse(request, text, (error, body) => {
        const isOdd = !error && text.includes('\\u') && !isPlainText(body)
        done(isOdd ? new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY() : error, body)
      })
    },
  )
}

function refuseToForget(served: ReadonlySet<Endpoint>) {
  const forgotten = Object.values(endpoints).filter((endpoint) => !served.has(endpoint))
  if (forgotten.length === 0) return
  throw new Error(`Promised, but not served: ${forgotten.map(({ path }) => path).join(', ')}`)
}

/** Unique over restarts, and cheaper than dice for each call. */
function requestIds(prefix: string): () => string {
  let count = 0
  return () => `${prefix}-${++count}`
}
