import type { FastifyReply, FastifyRequest } from 'fastify'
import * as attemptMessages from '#contract/attempt-messages.ts'
import * as contract from '#contract/live.ts'
import { canAccess } from '#core/accounts/permissions.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { slicePage } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { readSessionToken } from '../http/cookies.ts'
import type { LoadSession, Session } from '../http/session.ts'
import type { ContactLog } from '../presence/contact-log.ts'
import { applyAction, undoLiveAction } from './live-actions.ts'
import { listExamsWithRunningAttempts } from './live-queries.ts'
import { createLiveTables } from './live-tables.ts'
import { createPageContacts } from './page-contacts.ts'
import { putMessageAway } from './put-message-away.ts'
import { toActionReply } from './serialize.ts'

declare module 'fastify' {
  interface FastifyInstance {
    countLiveStreams(): number
  }
}

type LiveDeps = Deps & { readonly contacts: ContactLog; readonly loadSession: LoadSession }

export function liveRoutes(bind: BindEndpoint, deps: LiveDeps) {
  const tables = createLiveTables(deps, createPageContacts(deps, deps.contacts))

  bind(contract.getLiveTable, async ({ params, query, request, reply }) => {
    const { testId } = params
    if (isForStream(request)) return streamTables([testId], query.since, request, reply)
    return (await tables.getChanges(testId, query.since)) ?? refuse('test-not-found')
  })

  bind(contract.getLiveTables, async ({ query, request, reply }) => {
    const testIds = [...new Set(query.tests.split(','))]
    if (isForStream(request)) return streamTables(testIds, query.since, request, reply)
    const changes = await tables.listChanges(testIds, query.since)
    return changes.length > 0 ? { tables: changes } : refuse('test-not-found')
  })

  bind(contract.listLiveExams, async () => {
    const exams = await listExamsWithRunningAttempts(deps.db.read)
    const listed = exams.map(async ({ id, title }) => {
      const table = await tables.get(id)
      if (!table) return []
      return [{ _id: id, title, counts: table.countStates(), lastEndsAt: table.getLastEndsAt() }]
    })
    return slicePage((await Promise.all(listed)).flat())
  })

  bind(contract.applyAction, async ({ params, body, actor }) => {
    const {
      _id: id,
      kind,
      attemptIds,
      minutes,
      reason = 'none',
      reasonText,
      message,
      confirm,
    } = body
    const outcome = await applyAction(deps, {
      id,
      examId: params.testId,
      kind,
      attemptIds,
      minutes,
      actor,
      reason,
      reasonText,
      message,
      confirm,
    })
    if (isRefusal(outcome)) return outcome
    tables.markChanged(params.testId)
    return { ...toActionReply(outcome, actor.email), wouldReveal: outcome.wouldReveal }
  })

  bind(contract.undoLiveAction, async ({ params, actor }) => {
    const outcome = await undoLiveAction(deps, { actionId: params.actionId, actor })
    if (isRefusal(outcome)) return outcome
    tables.markChanged(outcome.action.exam_id)
    return toActionReply(outcome, actor.email)
  })

  bind(attemptMessages.putMessageAway, async ({ user, params }) => {
    const refused = await putMessageAway(deps, { studentId: user.id, ...params })
    return refused ?? { message: 'The message is put away.' }
  })

  async function streamTables(
    examIds: readonly string[],
    since: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const toHeaders = () => ({
      ...(reply.getHeaders() as Record<string, string>),
      ...streamHeaders,
    })
    if (request.method === 'HEAD') {
      reply.hijack()
      reply.raw.writeHead(200, toHeaders()).end()
      return undefined as never
    }
    const lastEventId = request.headers['last-event-id']
    const { id: sessionId, user } = request.session as Session
    const viewer = {
      reply: reply.raw,
      sessionId,
      accountId: user.id,
      isAllowed: (hasRunning: boolean) => isStillAllowed(request, hasRunning),
    }
    const known = typeof lastEventId === 'string' ? lastEventId : since
    const refused = await tables.stream(examIds, known, viewer, () => {
      reply.hijack()
      reply.raw.writeHead(200, toHeaders())
    })
    // A hijacked reply is already answered; nothing that is returned is sent.
    return refused ?? (undefined as never)
  }

  /** A live screen in view keeps its session while somebody takes the exam. */
  async function isStillAllowed(request: FastifyRequest, hasRunning: boolean): Promise<boolean> {
    const token = readSessionToken(request, deps)
    const use = { isDeliberate: hasRunning, isPolled: !hasRunning }
    const session = token ? await deps.loadSession(token, use) : null
    return session !== null && canAccess(contract.getLiveTable.access, session.user)
  }

  return {
    countStreams: tables.countStreams,
    close: async () => tables.close(),
  }
}

function isForStream({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/event-stream') ?? false
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A connection whose stream has ended would stay for the next call.
  connection: 'close',
  // Else nginx collects what it passes on.
  'x-accel-buffering': 'no',
}
