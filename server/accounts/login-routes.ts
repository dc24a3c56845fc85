import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/accounts.ts'
import { isRefusal } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { readSessionToken, rememberDevice, setSessionCookies } from '../http/cookies.ts'
import { changePassword } from './change-password.ts'
import { logIn, readLoginCaller, readLoginOrigin } from './log-in.ts'
import { requestOneTimePassword } from './request-one-time-password.ts'
import { setPendingCookie } from './second-factor/pending-login.ts'
import { listSecondFactorMethods } from './second-factor/routes.ts'

export function loginRoutes(bind: BindEndpoint, deps: Deps) {
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
