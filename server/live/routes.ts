import * as attemptMessages from '#contract/attempt-messages.ts'
import * as contract from '#contract/live.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { slicePage } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import type { LoadSession } from '../http/session.ts'
import type { ContactLog } from '../presence/contact-log.ts'
import { applyAction, undoLiveAction } from './live-actions.ts'
import { listExamsWithRunningAttempts } from './live-queries.ts'
import { createLiveTables } from './live-tables.ts'
import { createPageContacts } from './page-contacts.ts'
import { putMessageAway } from './put-message-away.ts'
import { toActionReply } from './serialize.ts'
import { createStreamReplies, isForStream } from './stream-replies.ts'

declare module 'fastify' {
  interface FastifyInstance {
    countLiveStreams(): number
  }
}

type LiveDeps = Deps & { readonly contacts: ContactLog; readonly loadSession: LoadSession }

export function liveRoutes(bind: BindEndpoint, deps: LiveDeps) {
  const tables = createLiveTables(deps, createPageContacts(deps, deps.contacts))
  const streamTables = createStreamReplies(deps, tables)

  bind(contract.getLiveTable, async ({ params, query, request, reply }) => {
    const { testId } = params
    if (isForStream(request)) return streamTables([testId], query.since, { request, reply })
    return (await tables.getChanges(testId, query.since)) ?? refuse('test-not-found')
  })

  bind(contract.getLiveTables, async ({ query, request, reply }) => {
    const testIds = [...new Set(query.tests.split(','))]
    if (isForStream(request)) return streamTables(testIds, query.since, { request, reply })
    const changes = await tables.listChanges(testIds, query.since)
    return changes.length > 0 ? { tables: changes } : refuse('test-not-found')
  })

  bind(contract.listLiveExams, async () => {
    const exams = await listExamsWithRunningAttempts(deps.db.read)
    return slicePage((await Promise.all(exams.map(summarize))).flat())
  })

  bind(contract.applyAction, async ({ params, body, actor }) => {
    const { _id: id, reason = 'none', ...act } = body
    const outcome = await applyAction(deps, { ...act, id, reason, examId: params.testId, actor })
    if (isRefusal(outcome)) return outcome
    tables.markChanged(params.testId)
    return { ...toActionReply(outcome, actor.email), wouldReveal: outcome.wouldReveal }
  })

  bind(contract.undoLiveAction, async ({ params, actor }) => {
    const outcome = await undoLiveAction(deps, { actionId: params.actionId, actor })
    if (isRefusal(outcome)) return outcome
    tables.markChanged(outcome.action.examId)
    return toActionReply(outcome, actor.email)
  })

  bind(attemptMessages.putMessageAway, async ({ user, params }) => {
    const refused = await putMessageAway(deps, { studentId: user.id, ...params })
    return refused ?? { message: 'The message is put away.' }
  })

  async function summarize({ id, title }: { readonly id: string; readonly title: string }) {
    const table = await tables.get(id)
    if (!table) return []
    return [{ _id: id, title, counts: table.countStates(), lastEndsAt: table.getLastEndsAt() }]
  }

  return {
    countStreams: tables.countStreams,
    close: async () => tables.close(),
  }
}
