import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionLimits } from '#core/accounts/session.ts'
import type { Deps } from '../deps.ts'
import type { SessionTokens } from './session.ts'

/** Longest of all sessions: the server ends them earlier. */
const maxAgeSeconds = sessionLimits.student.maxAgeMs / 1000

export function readSessionToken(
  request: FastifyRequest,
  deps: Pick<Deps, 'isHttps'>,
): string | undefined {
  return request.cookies[toSessionCookieName(deps)]
}

/** Gone with the browser, but on a device that its owner said is theirs. */
export function setSessionCookies(
  reply: FastifyReply,
  deps: Pick<Deps, 'isHttps'>,
  tokens: SessionTokens,
) {
  const shared = {
    path: '/',
    sameSite: 'lax',
    secure: deps.isHttps,
    ...(tokens.isOwnDevice && { maxAge: maxAgeSeconds }),
  } as const
  reply.setCookie(toSessionCookieName(deps), tokens.token, { ...shared, httpOnly: true })
  reply.setCookie(toXsrfCookieName(deps), tokens.xsrfToken, shared)
}

export function clearSessionCookies(reply: FastifyReply, deps: Pick<Deps, 'isHttps'>) {
  const shared = { path: '/', secure: deps.isHttps }
  reply.clearCookie(toSessionCookieName(deps), shared)
  reply.clearCookie(toXsrfCookieName(deps), shared)
}

/** Under https no other host can set it, not even one of the same domain. */
function toSessionCookieName({ isHttps }: Pick<Deps, 'isHttps'>): string {
  return isHttps ? '__Host-session' : 'session'
}

/** Readable by our pages: the navbar asks who is logged in only if it is there. */
function toXsrfCookieName({ isHttps }: Pick<Deps, 'isHttps'>): string {
  return isHttps ? '__Host-XSRF-TOKEN' : 'XSRF-TOKEN'
}
