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

/** A session cookie, unless the user said that the device is their own. */
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

/** The prefix keeps other hosts of the same domain from setting it under https. */
function toSessionCookieName({ isHttps }: Pick<Deps, 'isHttps'>): string {
  return isHttps ? '__Host-session' : 'session'
}

/** Readable by scripts: the navbar asks who is logged in only if this cookie exists. */
function toXsrfCookieName({ isHttps }: Pick<Deps, 'isHttps'>): string {
  return isHttps ? '__Host-XSRF-TOKEN' : 'XSRF-TOKEN'
}
