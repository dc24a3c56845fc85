import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionLimits } from '#core/accounts/session.ts'
import type { Deps } from '../deps.ts'
import type { Tokens } from './session-store.ts'

/** Longest of all sessions: the server ends them earlier. */
const maxAgeSeconds = sessionLimits.student.maxAgeMs / 1000

export function tokenIn(request: FastifyRequest, deps: Pick<Deps, 'isHttps'>): string | undefined {
  return request.cookies[sessionCookie(deps)]
}

/** Gone with the browser, but on a device that its owner said is theirs. */
export function setCookies(reply: FastifyReply, deps: Pick<Deps, 'isHttps'>, tokens: Tokens) {
  const shared = {
    path: '/',
    sameSite: 'lax',
    secure: deps.isHttps,
    ...(tokens.isOwnDevice && { maxAge: maxAgeSeconds }),
  } as const
  reply.setCookie(sessionCookie(deps), tokens.token, { ...shared, httpOnly: true })
  reply.setCookie(xsrfCookie(deps), tokens.xsrfToken, shared)
}

export function clearCookies(reply: FastifyReply, deps: Pick<Deps, 'isHttps'>) {
  const shared = { path: '/', secure: deps.isHttps }
  reply.clearCookie(sessionCookie(deps), shared)
  reply.clearCookie(xsrfCookie(deps), shared)
}

/** Under https no other host can set it, not even one of the same domain. */
function sessionCookie({ isHttps }: Pick<Deps, 'isHttps'>): string {
  return isHttps ? '__Host-session' : 'session'
}

/** Readable by our pages: the navbar asks who is logged in only if it is there. */
function xsrfCookie({ isHttps }: Pick<Deps, 'isHttps'>): string {
  return isHttps ? '__Host-XSRF-TOKEN' : 'XSRF-TOKEN'
}
