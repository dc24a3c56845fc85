import { randomBytes, timingSafeEqual } from 'node:crypto'
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
  for (const name of listXsrfCookieNames(deps)) reply.setCookie(name, tokens.xsrfToken, shared)
}

export function clearSessionCookies(reply: FastifyReply, deps: Pick<Deps, 'isHttps'>) {
  const shared = { path: '/', secure: deps.isHttps }
  reply.clearCookie(toSessionCookieName(deps), shared)
  for (const name of listXsrfCookieNames(deps)) reply.clearCookie(name, shared)
}

/** The prefix keeps other hosts of the same domain from setting it under https. */
function toSessionCookieName({ isHttps }: Pick<Deps, 'isHttps'>): string {
  return isHttps ? '__Host-session' : 'session'
}

/**
 * Readable by scripts: the navbar asks who is logged in only if one exists. The plain name is what
 * HTTP clients look for. The server reads neither: it compares the header with the session's token.
 */
function listXsrfCookieNames({ isHttps }: Pick<Deps, 'isHttps'>): readonly string[] {
  return isHttps ? ['__Host-XSRF-TOKEN', 'XSRF-TOKEN'] : ['XSRF-TOKEN']
}

/** The longest that browsers keep a cookie. */
const deviceMaxAgeSeconds = 400 * 24 * 60 * 60

/** As the browser sent it, unverified. */
export function readDeviceCookie(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  deps: Pick<Deps, 'isHttps'>,
): string {
  return cookies[toDeviceCookieName(deps)] ?? ''
}

/** The random id of this browser, or null without one signed by this server. */
export function readDevice(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  deps: Pick<Deps, 'hmac' | 'isHttps'>,
): string | null {
  const [id = '', signature = ''] = readDeviceCookie({ cookies }, deps).split('.')
  if (!/^[\w-]{22}$/.test(id)) return null
  const expected = Buffer.from(deps.hmac('device', id))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : null
}

const newDevices = new WeakMap<FastifyRequest, string>()

/** The device's id, or the new one it will get if this request logs someone in. */
export function chooseDevice(
  request: FastifyRequest,
  deps: Pick<Deps, 'hmac' | 'isHttps'>,
): string {
  const known = readDevice(request, deps) ?? newDevices.get(request)
  if (known) return known
  const id = randomBytes(16).toString('base64url')
  newDevices.set(request, id)
  return id
}

/**
 * Call after each successful login: the browser keeps its id across logouts and accounts. The
 * server stores which accounts know it, so the id alone grants nothing.
 * @returns the id
 */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<Deps, 'hmac' | 'isHttps'>,
): string {
  const id = chooseDevice(request, deps)
  reply.setCookie(toDeviceCookieName(deps), `${id}.${deps.hmac('device', id)}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.isHttps,
    maxAge: deviceMaxAgeSeconds,
  })
  return id
}

function toDeviceCookieName({ isHttps }: Pick<Deps, 'isHttps'>): string {
  return isHttps ? '__Host-device' : 'device'
}
