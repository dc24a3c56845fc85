import type { FastifyReply, FastifyRequest } from 'fastify'
import { getLiveTable } from '#contract/live.ts'
import { canAccess } from '#core/accounts/permissions.ts'
import type { Deps } from '../deps.ts'
import { readSessionToken } from '../http/cookies.ts'
import type { LoadSession, Session } from '../http/session.ts'
import type { LiveTables } from './live-tables.ts'

type StreamDeps = Deps & { readonly loadSession: LoadSession }
type StreamCall = { readonly request: FastifyRequest; readonly reply: FastifyReply }

export function isForStream({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/event-stream') ?? false
}

/** Answers calls for a stream of tables: the reply is hijacked, so nothing that is returned is sent. */
export function createStreamReplies(deps: StreamDeps, tables: LiveTables) {
  /** A live screen in view keeps its session while somebody takes the exam. */
  async function isStillAllowed(request: FastifyRequest, hasRunning: boolean): Promise<boolean> {
    const token = readSessionToken(request, deps)
    const use = { isDeliberate: hasRunning, isPolled: !hasRunning }
    const session = token ? await deps.loadSession(token, use) : null
    return session !== null && canAccess(getLiveTable.access, session.user)
  }

  return async (
    examIds: readonly string[],
    since: string | undefined,
    { request, reply }: StreamCall,
  ) => {
    if (request.method === 'HEAD') {
      begin(reply).end()
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
    const refused = await tables.stream(examIds, known, viewer, () => begin(reply))
    return refused ?? (undefined as never)
  }
}

function begin(reply: FastifyReply) {
  const headers = { ...(reply.getHeaders() as Record<string, string>), ...streamHeaders }
  reply.hijack()
  return reply.raw.writeHead(200, headers)
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A connection whose stream has ended would stay for the next call.
  connection: 'close',
  // Else nginx collects what it passes on.
  'x-accel-buffering': 'no',
}
