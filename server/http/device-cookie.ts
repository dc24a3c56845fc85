import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** The longest that browsers keep a cookie. */
const maxAgeSeconds = 400 * 24 * 60 * 60

/** As the browser sent it, unverified. */
export function readDeviceCookie(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  deps: Pick<Deps, 'isHttps'>,
): string {
  return cookies[toCookieName(deps)] ?? ''
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
  reply.setCookie(toCookieName(deps), `${id}.${deps.hmac('device', id)}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.isHttps,
    maxAge: maxAgeSeconds,
  })
  return id
}

function toCookieName({ isHttps }: Pick<Deps, 'isHttps'>): string {
  return isHttps ? '__Host-device' : 'device'
}
