import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/accounts.ts'
import { checkToken, keepSession, logout } from '#contract/current-session.ts'
import { formatInstant } from '#contract/format.ts'
import * as sessions from '#contract/sessions.ts'
import { isRefusal } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { getSession } from '../http/authorize.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import {
  clearSessionCookies,
  readSessionToken,
  rememberDevice,
  setSessionCookies,
} from '../http/cookies.ts'
import { isSecureContext } from '../http/request-origin.ts'
import { toInstant } from '../http/serialize.ts'
import { changePassword } from './change-password.ts'
import { logIn, readLoginCaller, readLoginOrigin } from './log-in.ts'
import { findPasswordChangedAt } from './password-queries.ts'
import { requestOneTimePassword } from './request-one-time-password.ts'
import { setPendingCookie } from './second-factor/pending-login.ts'
import { readSecondFactors } from './second-factor/queries.ts'
import { listSecondFactorMethods, secondFactorRoutes } from './second-factor/routes.ts'
import {
  confirmOwnSession,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from './sessions/own-sessions.ts'
import { endSession } from './sessions/queries.ts'
import {
  letNetworkIn,
  listSlowedNetworks,
  type SlowedLoginDeps,
} from './slowed-logins/slowed-logins.ts'
import { staffRoutes } from './staff-routes.ts'

export function accountRoutes(bind: BindEndpoint, deps: Deps) {
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

  bind(sessions.listSessions, async ({ user, request }) => {
    const changedAt = await findPasswordChangedAt(deps.db.read, user.id)
    const factors = await readSecondFactors(deps.db.read, user.id)
    return {
      ...(await listOwnSessions(deps, getSession(request))),
      passwordChangedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
      secondFactor:
        user.role === 'student'
          ? null
          : {
              passkeys: factors.passkeys.length,
              totp: factors.totpSince !== null,
              recoveryCodesLeft: factors.recoveryCodesLeft,
            },
    }
  })

  bind(contract.adminLogin, async ({ body: { ticket, ...body }, request, reply }) => {
    const context = readLoginContext({ request, reply, ticket }, deps)
    const loginResult = await logIn(deps, { ...body, ...context, role: 'admin' })
    if (isRefusal(loginResult)) return loginResult
    if ('pendingToken' in loginResult) {
      setPendingCookie(reply, deps, loginResult.pendingToken)
      const secondFactor = await listSecondFactorMethods(deps, loginResult.accountId)
      return { message: 'One more step.', secondFactor }
    }
    setSessionCookies(reply, deps, loginResult.tokens)
    rememberDevice(request, reply, deps)
    return { message: 'Login successful.', firstTimeSignin: loginResult.firstTimeSignin }
  })

  bind(contract.getLoginPlace, ({ params }) => ({ place: deps.passwords.getPlace(params.ticket) }))

  bind(contract.studentLogin, async ({ body: { ticket, ...body }, request, reply }) => {
    const context = readLoginContext({ request, reply, ticket }, deps)
    const loginResult = await logIn(deps, { ...body, ...context, role: 'student' })
    if (isRefusal(loginResult)) {
      const { refused } = loginResult
      return {
        ...loginResult,
        refused: refused === 'wrong-login' ? 'wrong-student-login' : refused,
      }
    }
    if ('pendingToken' in loginResult) throw new Error('Students have no second factor')
    setSessionCookies(reply, deps, loginResult.tokens)
    rememberDevice(request, reply, deps)
    return {
      message: 'Login successful.',
      loginStatus: true as const,
      firstTimeSignin: loginResult.firstTimeSignin,
    }
  })

  bind(contract.forgotPassword, async ({ body, request }) => {
    const limited = await requestOneTimePassword(deps, { email: body.email, address: request.ip })
    return (
      limited ?? {
        message: deps.mail.isSetUp
          ? 'If there is an account with this address, a one-time password is on its way.'
          : 'This site does not send emails yet. If there is an account with this address, the institute has its one-time password: please ask there.',
        isMailSetUp: deps.mail.isSetUp,
      }
    )
  })

  bind(contract.changePassword, async ({ body, request, reply }) => {
    const changed = await changePassword(deps, {
      ...body,
      ...readLoginContext({ request, reply }, deps),
    })
    if (isRefusal(changed)) return changed
    setSessionCookies(reply, deps, changed.tokens)
    rememberDevice(request, reply, deps)
    return { message: 'Password updated successfully.', role: changed.role }
  })
}

type LoginCall = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly ticket?: string | undefined
}

function readLoginContext({ request, reply, ticket }: LoginCall, deps: Deps) {
  return {
    origin: readLoginOrigin(request, deps),
    oldToken: readSessionToken(request, deps),
    caller: { ...readLoginCaller(request, reply, deps), ticket },
  }
}

function sessionRoutes(bind: BindEndpoint, deps: Deps) {
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
