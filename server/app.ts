import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { bodyLimits } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { NextBatch } from '#contract/next-batches.ts'
import { getStorage } from '#contract/storage.ts'
import { findAccountByEmail } from './accounts/queries.ts'
import { accountRoutes, slowedLoginRoutes } from './accounts/routes.ts'
import { loadSession } from './accounts/sessions/load-session.ts'
import { attemptAdminRoutes } from './attempts/admin-routes.ts'
import { findAwaitedStudents } from './attempts/awaited-students.ts'
import { countAttemptsByExam, countRunningAttempts, hasAttempts } from './attempts/count-queries.ts'
import { createExpireBeforeRequest } from './attempts/expire-attempts.ts'
import { findKeyReveal } from './attempts/key-guard.ts'
import { keyGuardRoutes } from './attempts/key-guard-routes.ts'
import { attemptRoutes } from './attempts/routes.ts'
import { listRunningTests } from './attempts/running-of-students.ts'
import { countExamsTaken, countWindowAttempts, listTakers } from './attempts/window-attempts.ts'
import { auditListRoutes } from './audit-list/routes.ts'
import { createSecurityWatch } from './audit-log/security-watch.ts'
import { hasBatches, isInBatch, listBatchNames } from './batches/member-queries.ts'
import { batchRoutes } from './batches/routes.ts'
import type { Deps } from './deps.ts'
import { emailLogRoutes } from './email-log/routes.ts'
import { enquiryRoutes } from './enquiries/routes.ts'
import { isBatchInUse, listNextExams } from './exam-windows/queries.ts'
import { examWindowRoutes } from './exam-windows/routes.ts'
import { isAnyExamReleased } from './exams/queries.ts'
import { examRoutes } from './exams/routes.ts'
import type { AccessLog } from './http/access-log.ts'
import { addApiDocs } from './http/api-docs.ts'
import { createBindEndpoint } from './http/bind-endpoint.ts'
import { connectionRules, limitConnections } from './http/connections.ts'
import { createErrorHandler, sendNotFound } from './http/error-handler.ts'
import { cleanForwardedHeader, readForwardedCalls } from './http/forwarded-for.ts'
import { notFoundPath, servePages } from './http/pages.ts'
import { parseBodies } from './http/parse-bodies.ts'
import { addPastBatches } from './http/past-batches.ts'
import { addHostCheck } from './http/request-origin.ts'
import { replaceMalformedUrl } from './http/request-path.ts'
import {
  addSecurityHeaders,
  answerMalformedRequest,
  securityHeaders,
} from './http/security-headers.ts'
import type { LoadSession } from './http/session.ts'
import { createUploadGate, type GateRules, gateRules } from './http/upload-gate.ts'
import { addSecurityTxt } from './http/well-known.ts'
import { clockRoutes } from './incidents/exam-clock/routes.ts'
import { incidentRoutes } from './incidents/routes.ts'
import { sidebarCountRoutes } from './incidents/sidebar-counts.ts'
import { eraseSharedWords } from './incidents/words-about-several.ts'
import { liveRoutes } from './live/routes.ts'
import { timeRoutes } from './live/time-routes.ts'
import { openContactLog } from './presence/contact-log.ts'
import { reconcileBatches, windowRegisters } from './registers/reconcile-registers.ts'
import { registerRoutes } from './registers/routes.ts'
import { seatBatches, seatStudents } from './registers/seat-students.ts'
import { resultRoutes } from './results/routes.ts'
import { studentExamRoutes } from './student-exams/routes.ts'
import { studentImportRoutes } from './student-import/routes.ts'
import { findStudentNames } from './students/queries.ts'
import { studentRoutes } from './students/routes.ts'
import { makeUpEmails } from './window-emails/note-make-up.ts'
import { windowEmailRoutes } from './window-emails/routes.ts'

/** Longer than the 60 s of a usual proxy, which would else send into a connection that closes. */
const proxyKeepAliveMs = 72_000
/**
 * Longer than a page waits before it asks again, or each of its calls would connect anew. Idle
 * connections make way for new ones (connections.ts).
 */
const keepAliveMs = 35_000
const defaultIdleTimeoutMs = 15_000

type AppOptions = {
  /** Exact addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy?: readonly string[] | undefined
  /** The address that was set for the site; where none was, any host may be named. */
  readonly publicUrl?: string | undefined
  /** Those that the built screens may show. */
  readonly batches?: readonly NextBatch[]
  /** The built screens; without it only the API is served. */
  readonly webFolder?: string | undefined
  /** How late the event loop may be before calls are turned away; 0 turns none away. */
  readonly maxDelayMs?: number
  readonly uploadRules?: UploadRules
  readonly accessLog?: AccessLog | undefined
}

export type UploadRules = Partial<GateRules> & {
  /** How long a body that is on its way may bring no byte. */
  readonly idleTimeoutMs?: number
}

export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const handleError = createErrorHandler(deps.log)
  const app: FastifyInstance = Fastify({
    genReqId: createRequestIds(deps.newId()),
    bodyLimit: bodyLimits.usual,
    requestTimeout: 300_000,
    keepAliveTimeout: options.trustProxy ? proxyKeepAliveMs : keepAliveMs,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors(error, request, reply) {
      cleanForwardedHeader(request)
      handleError(error, request, reply.headers(securityHeaders(deps.isHttps)))
    },
    clientErrorHandler: answerMalformedRequest(deps.isHttps),
    trustProxy: options.trustProxy ? [...options.trustProxy] : false,
    rewriteUrl: ({ url = '/' }) =>
      options.webFolder ? replaceMalformedUrl(url, notFoundPath) : url,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
  })
  limitConnections(app.server, {
    ...connectionRules,
    ...(options.trustProxy && { maxPerNetwork: null }),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.decorate('accessLog', options.accessLog ?? null)
  const securityWatch = createSecurityWatch({ ...deps, findAccountByEmail })
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
  readForwardedCalls(app, deps, options.trustProxy)
  if (options.publicUrl) addHostCheck(app, options.publicUrl)
  parseBodies(app)

  await app.register(cookie)
  const { maxDelayMs = 3_000, uploadRules = {} } = options
  const { idleTimeoutMs = defaultIdleTimeoutMs } = uploadRules
  await app.register(underPressure, { maxEventLoopDelay: maxDelayMs, retryAfter: 2 })
  const findSession: LoadSession = (token, use) => loadSession(deps, token, use)
  addApiDocs(app, deps, { loadSession: findSession, publicUrl: options.publicUrl })
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    await sql`SELECT name FROM migrations LIMIT 1`.execute(deps.db.read)
    reply.type('text/plain; charset=utf-8')
    return deps.heartbeat.isFailing() ? reply.code(503).send(nothingIsSaved) : reply.send('ok')
  })

  addSecurityTxt(app, deps, options.publicUrl)
  addPastBatches(app, deps, options.batches)

  const served = new Set<Endpoint>()
  // The parser of uploads listens to each call till its end: 3 % of an answer's time, were it
  // everywhere.
  await app.register(async (uploads) => {
    await uploads.register(multipart, { throwFileSizeLimit: true })
    const gate = createUploadGate({ ...gateRules, ...uploadRules })
    const beforeRequest = createExpireBeforeRequest(deps)
    const bind = createBindEndpoint(app, {
      uploads,
      gate,
      idleTimeoutMs,
      deps,
      loadSession: findSession,
      served,
      beforeRequest,
    })
    const contacts = await openContactLog(deps)
    app.addHook('onClose', async () => contacts.close())
    studentRoutes(bind, {
      ...deps,
      hasBatches,
      isInBatch,
      listBatchNames,
      listRunningTests,
      eraseSharedWords,
      seatStudents,
    })
    studentImportRoutes(bind, { ...deps, seatBatches })
    for (const routes of slices) routes(bind, deps)
    attemptRoutes(bind, deps, contacts)
    const live = liveRoutes(bind, { ...deps, contacts, loadSession: findSession })
    app.addHook('preClose', live.close)
    app.decorate('countLiveStreams', live.countStreams)
    examRoutes(bind, {
      ...deps,
      countAttempts: countAttemptsByExam,
      countRunningAttempts,
      hasAttempts,
      findRulesReveal: findKeyReveal,
      findAwaitedStudents,
    })
    batchRoutes(bind, {
      ...deps,
      listNextExams,
      isBatchInUse,
      countExamsTaken,
      reconcileBatches,
      seatBatches,
    })
    examWindowRoutes(bind, {
      ...deps,
      countWindowAttempts,
      listTakers,
      findKeyReveal,
      registers: windowRegisters,
      makeUpEmails,
    })
    slowedLoginRoutes(bind, { ...deps, isAnyExamReleased, findStudentNames })
    bind(getStorage, async () => ({
      ...(await deps.disk.check()),
      unnamedPictures: deps.images.countUnnamed(),
    }))
  })
  assertAllServed(served)

  if (options.webFolder) await servePages(app, options.webFolder)
  else app.setNotFoundHandler(sendNotFound)
  return app
}

const nothingIsSaved = 'Nothing has been saved for 10 s. The log says why.\n'

const slices = [
  accountRoutes,
  attemptAdminRoutes,
  timeRoutes,
  incidentRoutes,
  keyGuardRoutes,
  sidebarCountRoutes,
  clockRoutes,
  studentExamRoutes,
  registerRoutes,
  windowEmailRoutes,
  resultRoutes,
  enquiryRoutes,
  emailLogRoutes,
  auditListRoutes,
]

/** The contract lists what is served, and nothing else is: the roles matrix walks over its list. */
function assertAllServed(served: ReadonlySet<Endpoint>) {
  const listed = new Set(Object.values(endpoints))
  const unserved = [...listed].filter((endpoint) => !served.has(endpoint))
  const unlisted = [...served].filter((endpoint) => !listed.has(endpoint))
  const list = (some: readonly Endpoint[]) => some.map(({ path }) => path).join(', ')
  if (unserved.length > 0) throw new Error(`Promised, but not served: ${list(unserved)}`)
  if (unlisted.length > 0) throw new Error(`Served, but not in the list: ${list(unlisted)}`)
}

/** Unique across restarts, and cheaper than a random id for each request. */
function createRequestIds(prefix: string): () => string {
  let count = 0
  return () => `${prefix}-${++count}`
}
