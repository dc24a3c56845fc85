import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as requestPlain, type Server } from 'node:http'
import { createServer, request as requestSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCertificate } from './certificate.ts'

/** The address at which a browser finds the site. */
export type Site = { readonly url: string; readonly ca?: string; close(): void }

type Call = { readonly method: string; readonly path: string; readonly body?: unknown }
export type OldReply = {
  readonly status: number
  /** As JSON; a spec reads what the old front end reads. */
  // biome-ignore lint/suspicious/noExplicitAny: the old front end knows no types
  readonly json: any
}

/** Ends TLS in front of a server, as a proxy does, and passes the call on with its host. */
export async function startTlsProxy(server: Server): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'))
  const files = createCertificate(folder)
  const ca = readFileSync(files.certificate, 'utf8')
  const key = readFileSync(files.key, 'utf8')
  rmSync(folder, { recursive: true })
  const { port } = server.address() as AddressInfo
  const proxy = createServer({ key, cert: ca }, (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const forwarded = { ...headers, 'x-forwarded-proto': 'https' }
    const options = { host: '127.0.0.1', port, method, path: url, headers: forwarded }
    incoming.pipe(
      requestPlain(options, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port: tlsPort } = proxy.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${tlsPort}`,
    ca,
    close() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

/**
 * The front end that was here before, in a browser: axios with its defaults. It reads the cookie
 * `XSRF-TOKEN` and no other, and names a type where it sends nothing.
 */
export function createOldClient({ url, ca }: Site) {
  const cookies = new Map<string, string>()
  const request = ca ? requestSecure : requestPlain

  return async function call({ method, path, body }: Call): Promise<OldReply> {
    const payload = await encode(body)
    const xsrfToken = cookies.get('XSRF-TOKEN')
    const sent = request(`${url}/api${path}`, {
      method,
      ...(ca && { ca }),
      headers: {
        accept: 'application/json, text/plain, */*',
        origin: url,
        'sec-fetch-site': 'same-origin',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(xsrfToken && { 'x-xsrf-token': xsrfToken }),
        ...(method !== 'GET' && {
          'content-type': payload.type,
          'content-length': payload.bytes.length,
        }),
      },
    })
    sent.end(payload.bytes)
    const [reply] = await once(sent, 'response')
    for (const line of reply.headers['set-cookie'] ?? []) keepCookie(cookies, line)
    const text = Buffer.concat(await reply.toArray()).toString()
    return { status: reply.statusCode, json: JSON.parse(text) }
  }
}

async function encode(body: unknown) {
  if (body === undefined) {
    return { type: 'application/x-www-form-urlencoded', bytes: Buffer.alloc(0) }
  }
  if (!(body instanceof FormData)) {
    return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) }
  }
  const form = new Response(body)
  const type = form.headers.get('content-type') ?? ''
  return { type, bytes: Buffer.from(await form.arrayBuffer()) }
}

function keepCookie(cookies: Map<string, string>, line: string) {
  const [pair = ''] = line.split(';')
  const [name = '', value = ''] = pair.split('=')
  if (value) cookies.set(name, value)
  else cookies.delete(name)
}
