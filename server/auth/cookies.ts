import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Tokens } from './sessions.ts'

const sessionCookie = 'session'
/** Readable by our pages: the navbar asks who is logged in only if it is there. */
const xsrfCookie = 'XSRF-TOKEN'

export function tokenIn(request: FastifyRequest): string | undefined {
  return request.cookies[sessionCookie]
}

export function setCookies(reply: FastifyReply, { isHttps }: Deps, tokens: Tokens) {
  const shared = { path: '/', sameSite: 'lax', secure: isHttps, maxAge: 7 * 24 * 60 * 60 } as const
  reply.setCookie(sessionCookie, tokens.token, { ...shared, httpOnly: true })
  reply.setCookie(xsrfCookie, tokens.xsrfToken, shared)
}

export function clearCookies(reply: FastifyReply) {
  reply.clearCookie(sessionCookie, { path: '/' })
  reply.clearCookie(xsrfCookie, { path: '/' })
}
