import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** The longest that browsers keep a cookie. */
const maxAgeSeconds = 400 * 24 * 60 * 60

/** What the browser sent, believed or not. */
export function readDeviceCookie(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  deps: Pick<Deps, 'isHttps'>,
): string {
  return cookies[toCookieName(deps)] ?? ''
}

/** The random id of this browser, or null where it has none that this server signed. */
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

/** The device's id; where it has none, the one that it gets if this call logs somebody in. */
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
 * Call after each successful login: the browser keeps its id over logout and over accounts. Which
 * accounts it is known to is kept by the server, so the id alone opens nothing.
 * @returns that id
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
