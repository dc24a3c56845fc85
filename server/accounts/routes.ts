import * as contract from '#contract/accounts.ts'
import { checkToken, keepSession, logout } from '#contract/current-session.ts'
import { formatInstant } from '#contract/format.ts'
import * as sessions from '#contract/sessions.ts'
import { isRefusal } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { getSession } from '../http/authorize.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { clearSessionCookies, readSessionToken } from '../http/cookies.ts'
import { isSecureContext } from '../http/request-origin.ts'
import { toInstant } from '../http/serialize.ts'
import { describeOwnSessions } from './describe-own-sessions.ts'
import { loginRoutes } from './login-routes.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { confirmOwnSession, endOtherSessions, endOwnSession } from './sessions/own-sessions.ts'
import { endSession } from './sessions/queries.ts'
import {
  letNetworkIn,
  listSlowedNetworks,
  type SlowedLoginDeps,
} from './slowed-logins/slowed-logins.ts'
import { staffRoutes } from './staff-routes.ts'

export function accountRoutes(bind: BindEndpoint, deps: Deps) {
  loginRoutes(bind, deps)
  secondFactorRoutes(bind, deps)
  sessionRoutes(bind, deps)
  staffRoutes(bind, deps)

  bind(checkToken, ({ user }) => ({
    _id: user.id,
    role: user.role,
    name: user.name,
    email: user.email,
    firstTimeSignin: user.mustChangePassword,
    mustCompleteRegistration: user.mustCompleteRegistration,
    mustSetUpSecondFactor: user.mustSetUpSecondFactor,
    permissions: [...user.permissions],
  }))

  bind(logout, async ({ request, reply }) => {
    const token = readSessionToken(request, deps)
    const at = deps.now()
    if (token) await deps.db.write((tx) => endSession(tx, token, { reason: 'logout', at }))
    clearSessionCookies(reply, deps)
    // Clears images of papers from the cache, but no cookies: a known device stays known.
    if (isSecureContext(request, deps)) reply.header('clear-site-data', '"cache"')
    return { message: 'You are logged out.' }
  })

  // authorize.ts has already recorded the activity: every call but a read counts as use.
  bind(keepSession, () => ({ message: 'You stay logged in.' }))
}

function sessionRoutes(bind: BindEndpoint, deps: Deps) {
  bind(sessions.listSessions, ({ request }) => describeOwnSessions(deps, getSession(request)))

  bind(sessions.endOwnSession, async ({ user, actor, params, body }) => {
    const isDisowned = body.disowned ?? false
    const input = { actor, accountId: user.id, sessionId: params.id, isDisowned }
    const refused = await endOwnSession(deps, input)
    return refused ?? { message: 'The session has ended.' }
  })

  bind(sessions.endOtherSessions, async ({ actor, request }) => {
    const ended = await endOtherSessions(deps, { actor, session: getSession(request) })
    return { message: 'All other sessions have ended.', ended }
  })

  bind(sessions.confirmSession, async ({ user, params }) => {
    const refused = await confirmOwnSession(deps, { accountId: user.id, sessionId: params.id })
    return refused ?? { message: 'Thank you.' }
  })
}

export function slowedLoginRoutes(bind: BindEndpoint, deps: SlowedLoginDeps) {
  bind(contract.listThrottledNetworks, () => listSlowedNetworks(deps))

  bind(contract.exemptNetwork, async ({ body: { network, period }, actor }) => {
    const letIn = await letNetworkIn(deps, { network, period, actor })
    if (isRefusal(letIn)) return letIn
    return {
      message: `Logins from ${network} are not slowed down until ${formatInstant(letIn.endsAt)}.`,
      endsAt: toInstant(letIn.endsAt),
    }
  })
}
