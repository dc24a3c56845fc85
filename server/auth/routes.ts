import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/accounts.ts'
import { checkToken, keepSession, logout } from '#contract/current-session.ts'
import { isRefusal } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { isSecureContext } from '../http/secure-context.ts'
import { changePassword } from './change-password.ts'
import { clearCookies, setCookies, tokenIn } from './cookies.ts'
import { rememberDevice } from './device-cookie.ts'
import { forgotPassword } from './forgot-password.ts'
import { logIn } from './log-in.ts'
import { readOrigin } from './login-origin.ts'
import { setPendingCookie } from './second-factor/pending-login.ts'
import { listMethods, secondFactorRoutes } from './second-factor/routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { endSession } from './session-store.ts'

export function authRoutes(serve: BindEndpoint, deps: Deps) {
  secondFactorRoutes(serve, deps)
  sessionRoutes(serve, deps)

  serve(checkToken, ({ user }) => ({
    _id: user.id,
    role: user.role,
    name: user.name,
    email: user.email,
    firstTimeSignin: user.mustChangePassword,
    mustSetUpSecondFactor: user.mustSetUpSecondFactor,
  }))

  serve(logout, async ({ request, reply }) => {
    const token = tokenIn(request, deps)
    const at = deps.now()
    if (token) await deps.db.write((tx) => endSession(tx, token, { reason: 'logout', at }))
    clearCookies(reply, deps)
    // Pictures of a paper lie in the cache. Cookies stay out of this: a known device stays known.
    if (isSecureContext(request, deps)) reply.header('clear-site-data', '"cache"')
    return { message: 'You are logged out.' }
  })

  // The guard has noted it: every call but a read is use.
  serve(keepSession, () => ({ message: 'You stay logged in.' }))

  serve(contract.adminLogin, async ({ body, request, reply }) => {
    const entered = await logIn(deps, { ...body, ...cameFrom(request, deps), role: 'admin' })
    if (isRefusal(entered)) return entered
    if ('pendingToken' in entered) {
      setPendingCookie(reply, deps, entered.pendingToken)
      const secondFactor = await listMethods(deps, entered.accountId)
      return { message: 'One more step.', secondFactor }
    }
    setCookies(reply, deps, entered.tokens)
    rememberDevice(request, reply, deps)
    return { message: 'Login successful.', firstTimeSignin: entered.firstTimeSignin }
  })

  serve(contract.studentLogin, async ({ body, request, reply }) => {
    const entered = await logIn(deps, {
      ...body,
      ...cameFrom(request, deps),
      role: 'student',
    })
    if (isRefusal(entered)) {
      const { refused } = entered
      return { ...entered, refused: refused === 'wrong-login' ? 'wrong-student-login' : refused }
    }
    if ('pendingToken' in entered) throw new Error('Students have no second factor')
    setCookies(reply, deps, entered.tokens)
    rememberDevice(request, reply, deps)
    return {
      message: 'Login successful.',
      loginStatus: true as const,
      firstTimeSignin: entered.firstTimeSignin,
    }
  })

  serve(contract.forgotPassword, async ({ body, request }) => {
    const limited = await forgotPassword(deps, { email: body.email, address: request.ip })
    return (
      limited ?? {
        message: 'If there is an account with this address, a one-time password is on its way.',
      }
    )
  })

  serve(contract.changePassword, async ({ body, request, reply }) => {
    const changed = await changePassword(deps, { ...body, ...cameFrom(request, deps) })
    if (isRefusal(changed)) return changed
    setCookies(reply, deps, changed.tokens)
    rememberDevice(request, reply, deps)
    return { message: 'Password updated successfully.', role: changed.role }
  })
}

function cameFrom(request: FastifyRequest, deps: Deps) {
  return { origin: readOrigin(request, deps), oldToken: tokenIn(request, deps) }
}
