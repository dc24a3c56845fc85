import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { findFreePort } from '#test/server-process.ts'
import { startSmtpServer } from '#test/smtp-server.ts'
import { createTestApp } from '#test/test-app.ts'
import { readNetwork } from './read-network.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

/** The free port belongs to nobody, where the spec needs silence. */
async function read(settings: Record<string, string>) {
  const PORT = String(await findFreePort())
  return readNetwork(readConfig({ PORT, ...settings }))
}

it('distinguishes a healthy server, an unhealthy one and silence', async () => {
  let status = 200
  const port = await listen(
    createHttpServer((_request, response) => response.writeHead(status).end('ok')),
  )
  const settings = { PORT: String(port), HOST: '0.0.0.0' }
  expect((await read(settings)).server).toEqual({ url: `http://127.0.0.1:${port}`, state: 'well' })
  status = 503
  expect((await read(settings)).server.state).toEqual({ status: 503 })
  expect(await read({})).toMatchObject({
    server: { state: 'silent' },
    site: null,
    mail: { isSetUp: false, problem: null },
    metrics: null,
  })
})

it('reads a certificate that it does not accept, and the clock behind it', async () => {
  const port = await listen(
    createHttpsServer({ key, cert }, (_request, response) => response.end('ok')),
  )
  const { site } = await read({ PUBLIC_URL: `https://localhost:${port}` })
  expect(site).toMatchObject({ isReached: true, status: 200, isOurs: true })
  if (!site?.isReached) return
  expect(site.certificate?.expiresAt).toBe(Date.UTC(2126, 9, 29, 15, 34, 6))
  expect(site.certificate?.problem).toMatch(/^[A-Z_]+$/)
  expect(Math.abs(site.clockAheadMs ?? Number.NaN)).toBeLessThan(2_000)
})

it('reports calls that a proxy refuses, and nothing where all arrive', async () => {
  const app = await createTestApp()
  closing.push(() => app.close())
  const url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { site } = await read({ PUBLIC_URL: url })
  expect(site).toMatchObject({ isOurs: true, stopped: [] })

  // As a firewall that knows reading alone, and a proxy that takes 1 MB.
  const port = await listen(
    createHttpServer((request, response) => {
      const isLarge = Number(request.headers['content-length'] ?? 0) > 1_000_000
      if (request.method === 'GET') return response.end('ok')
      response.writeHead(isLarge ? 413 : 403).end('<html>Request blocked</html>')
    }),
  )
  const blocked = await read({ PUBLIC_URL: `http://localhost:${port}` })
  expect(blocked.site).toMatchObject({
    stopped: [
      { what: 'change', status: 403 },
      { what: 'code', status: 403 },
      { what: 'large', status: expect.toBeOneOf([413, null]) },
    ],
  })
})

it('distinguishes our server from another program and from none', async () => {
  const port = await listen(
    createHttpServer((_request, response) => response.end('a page of another program')),
  )
  const { site } = await read({ PUBLIC_URL: `http://127.0.0.1:${port}` })
  expect(site).toMatchObject({ isReached: true, isOurs: false, certificate: null })
  const free = await findFreePort()
  expect((await read({ PUBLIC_URL: `https://127.0.0.1:${free}` })).site).toEqual({
    isReached: false,
    host: `127.0.0.1:${free}`,
    reason: 'ECONNREFUSED',
  })
})

it('logs in to the mail server and sends nothing', async () => {
  const smtp = await startSmtpServer()
  closing.push(() => smtp.close())
  expect((await read({ SMTP_URL: smtp.url })).mail).toEqual({ isSetUp: true, problem: null })
  const withLogin = smtp.url.replace('://', '://academy:sesame-opens@')
  const { problem } = (await read({ SMTP_URL: withLogin })).mail
  expect(problem).toMatch(/does not accept the user name and password in SMTP_URL/)
  expect(problem).not.toContain('sesame')
  expect(smtp.received).toEqual([])
})

it('names sender and recipient to the mail server, and sends nothing', async () => {
  const smtp = await startSmtpServer()
  closing.push(() => smtp.close())
  const readProblem = async () => (await read({ SMTP_URL: smtp.url })).mail.problem
  smtp.standing.refusal = { stage: 'sender', code: 553, text: '5.7.1 Not your address' }
  expect(await readProblem()).toMatch(/check MAIL_FROM.* It said: 553 5\.7\.1 Not your address$/)
  smtp.standing.refusal = { stage: 'sender', code: 550, text: '5.4.5 Daily limit exceeded' }
  expect(await readProblem()).toMatch(/a limit of the account is reached/)
  smtp.standing.refusal = { stage: 'recipient', code: 554, text: '5.7.1 Relay access denied' }
  expect(await readProblem()).toMatch(
    /takes no emails to hello@.*, where enquiries go\. It said: 554 5\.7\.1 Relay access denied$/,
  )
  smtp.standing.refusal = { stage: 'recipient', code: 450, text: '4.7.1 Greylisted' }
  expect(await readProblem()).toBeNull()
  smtp.standing.refusal = null
  expect(await readProblem()).toBeNull()
  expect(smtp.received).toEqual([])
})

it('finds metrics on loopback', async () => {
  const port = await listen(createHttpServer((_request, response) => response.end('# metrics')))
  const METRICS_PORT = String(port)
  expect((await read({ METRICS_PORT })).metrics).toEqual({ port, isAnswering: true, exposedOn: [] })
})

/** For localhost, signed by itself, good for 100 years; protects nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdDXJeKdOPHLj+DFh
yS0GEcLMSn571RPvPfsOlHaXpLahRANCAAQW1xMtADIKfFXYnSpP9Gz6ik+uWDZW
LWE7Xm/Y4WCeLTuoSf0Wv7RWf/mja1Gb0KTHhFX1YEbQXcxB0PVxMAfU
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUIekZJBeb8z8IRR9b4gPOKQpFuNcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE1MzQwNloYDzIxMjYxMDI5
MTUzNDA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQW1xMtADIKfFXYnSpP9Gz6ik+uWDZWLWE7Xm/Y4WCeLTuoSf0Wv7RW
f/mja1Gb0KTHhFX1YEbQXcxB0PVxMAfUo2kwZzAdBgNVHQ4EFgQUVkxTsJYiSgVf
TWaKPly3VfCDuK4wHwYDVR0jBBgwFoAUVkxTsJYiSgVfTWaKPly3VfCDuK4wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAOypWPiF8NwdjmtFKAyEBatrKq0euPqUNp7A4FZiL+uWAiBCkcvDaOyK
gQ4nMJndt8eJteQMa/TR4YP0s0Mu9/9jyA==
-----END CERTIFICATE-----`
