import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/errors.ts'
import { canAccess, type Permission } from '#core/accounts/permissions.ts'
import { isRecentLogin } from '#core/accounts/second-factor.ts'
import { refuseTooMany } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { readSessionToken } from './cookies.ts'
import { sendRefusal } from './error-handler.ts'
import { isCrossSite, isFromBrowser } from './request-origin.ts'
import type { LoadSession, Session, User } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
  }
}

/** Checks the caller before a byte of the body is read. */
export function authorize(
  endpoint: Pick<
    Endpoint,
    'method' | 'access' | 'needsRecentLogin' | 'isAllowedDuringSetUp' | 'isPolled'
  >,
  deps: Deps,
  loadSession: LoadSession,
) {
  const isUnsafe = endpoint.method !== 'GET'
  const isOpenDuringSetUp = endpoint.access === 'session' || endpoint.isAllowedDuringSetUp
  const use = { isDeliberate: isUnsafe, isPolled: endpoint.isPolled === true }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const refused = await findRefusal(request)
    if (refused) return sendRefusal(reply, { refused })
    const key = request.session?.tokenHash
    const limited = key && (await deps.limits.take('session', key))
    if (limited) return sendRefusal(reply, refuseTooMany(limited.retryAfterSeconds))
  }

  async function findRefusal(request: FastifyRequest): Promise<RefusalCode | null> {
    if (endpoint.access === 'visitor') return isUnsafe && isCrossSite(request) ? 'cross-site' : null
    const token = readSessionToken(request, deps)
    const session = token ? await loadSession(token, use) : null
    if (!session) return 'not-signed-in'
    request.session = session
    if (isUnsafe && isForged(request, session)) return 'cross-site'
    if (!canAccess(endpoint.access, session.user)) return 'wrong-role'
    if (session.user.mustChangePassword && endpoint.access !== 'session') {
      return 'password-change-required'
    }
    if (session.user.mustCompleteRegistration && !isOpenDuringSetUp) return 'registration-required'
    if (session.user.mustSetUpSecondFactor && !isOpenDuringSetUp) return 'second-factor-required'
    if (endpoint.needsRecentLogin && !isRecentLogin(session.authenticatedAt, deps.now())) {
      return 'reauthentication-required'
    }
    return null
  }
}

/** Returns the session of a call that `authorize` has let in. */
export function getSession({ session }: FastifyRequest): Session {
  if (!session) throw new Error('This endpoint is open to callers without a session')
  return session
}

/** Checks a permission beyond those that all callers of an endpoint have. */
export function can({ permissions }: Pick<User, 'permissions'>, permission: Permission): boolean {
  return permissions.includes(permission)
}

function isForged(request: FastifyRequest, session: Session): boolean {
  if (isCrossSite(request)) return true
  return isFromBrowser(request) && request.headers['x-xsrf-token'] !== session.xsrfToken
}
