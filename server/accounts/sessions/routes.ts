import * as contract from '#contract/sessions.ts'
import type { Deps } from '../../deps.ts'
import { getSession } from '../../http/authorize.ts'
import type { BindEndpoint } from '../../http/bind-endpoint.ts'
import { confirmOwnSession, endOtherSessions, endOwnSession } from './own-sessions.ts'

export function sessionRoutes(bind: BindEndpoint, deps: Deps) {
  bind(contract.endOwnSession, async ({ user, actor, params, body }) => {
    const isDisowned = body.disowned ?? false
    const input = { actor, accountId: user.id, sessionId: params.id, isDisowned }
    const refused = await endOwnSession(deps, input)
    return refused ?? { message: 'The session has ended.' }
  })

  bind(contract.endOtherSessions, async ({ actor, request }) => {
    const ended = await endOtherSessions(deps, { actor, session: getSession(request) })
    return { message: 'All other sessions have ended.', ended }
  })

  bind(contract.confirmSession, async ({ user, params }) => {
    const refused = await confirmOwnSession(deps, { accountId: user.id, sessionId: params.id })
    return refused ?? { message: 'Thank you.' }
  })
}
