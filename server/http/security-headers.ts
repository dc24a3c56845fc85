import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { serverHeader } from '#contract/server-header.ts'

/** Denies what our pages never use; the quiz keeps the screen awake, logins use passkeys. */
const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const allowedFeatures = [
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
]

export const pagePermissionsPolicy = [
  ...deniedFeatures.map((feature) => `${feature}=()`),
  ...allowedFeatures.map((feature) => `${feature}=(self)`),
].join(', ')

const commonHeaders = {
  [serverHeader]: '1',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // Only public pages, static files and pictures of a paper replace this.
  'cache-control': 'no-store',
  // No page, so there is little to deny: the whole list would cost some 5 % of an answer.
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/**
 * On every response, also errors, whatever its address: the router knows one under many spellings,
 * such as /%61pi/. Pages replace both policies with their own.
 */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  if (!isHttps) return commonHeaders
  return { ...commonHeaders, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
}

/** Register before all other hooks, so that their refusals carry the headers, too. */
export function addSecurityHeaders(app: FastifyInstance, isHttps: boolean) {
  const headers = securityHeaders(isHttps)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  // While the server closes, Fastify answers 503 before any hook runs.
  app.addHook('preClose', (done) => {
    app.server.prependListener('request', (_request, response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    })
    done()
  })
}

const malformedRequests: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'This request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'These headers are too large.'],
}

/** Malformed HTTP is answered on the bare socket, as there is no request yet. */
export function answerMalformedRequest(isHttps: boolean) {
  const headers = Object.entries(securityHeaders(isHttps))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return ({ code = '' }: { readonly code?: string }, socket: Socket) => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    const [status, message] = malformedRequests[code] ?? ['400 Bad Request', 'This is no request.']
    const body = JSON.stringify({ message, code: 'invalid-input' })
    const contentHeaders = `content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n`
    if (socket.writable) {
      socket.write(
        `HTTP/1.1 ${status}\r\nconnection: close\r\n${headers}${contentHeaders}\r\n${body}`,
      )
    }
    socket.destroy()
  }
}
