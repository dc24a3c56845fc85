import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { isOurHost } from './request-origin.ts'

const folder = mkdtempSync(join(tmpdir(), 'web-'))
let app: TestApp

beforeAll(async () => {
  const write = (name: string, body: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), body)
  }
  write('index.html', '<h1>Home</h1>')
  write('404/index.html', '<h1>Not found</h1>')
  write('__spa-fallback.html', '<div>The app</div>')
  write('robots.txt', 'User-agent: *')
  write('assets/app-abc.js', 'export const a = 1')
  app = await createTestApp({ webFolder: folder, publicUrl: 'https://academy.example' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

type TestRequest = {
  method?: 'GET' | 'POST' | 'OPTIONS'
  url: string
  payload?: string
  type?: string
}

const requests: readonly (TestRequest & { status: number })[] = [
  { url: '/', status: 200 },
  { url: '/student/login', status: 200 },
  { url: '/nothing', status: 404 },
  { url: '/assets/app-abc.js', status: 200 },
  { url: '/assets/nothing.js', status: 404 },
  { url: '/robots.txt', status: 200 },
  { url: '/healthz', status: 200 },
  { url: '/api/auth/checkToken', status: 401 },
  { url: '/api/nothing', status: 404 },
  { url: '/api/docs', status: 401 },
  { method: 'POST', url: '/api/auth/checkToken', status: 405 },
  { method: 'POST', url: '/api/auth/logout', status: 200 },
  { method: 'POST', url: '/api/auth/admin', payload: '{', status: 400 },
  { method: 'POST', url: '/api/auth/admin', payload: 'a', type: 'text/plain', status: 415 },
  { method: 'OPTIONS', url: '/', status: 404 },
  { url: '/%E0%A4%A', status: 404 },
  { url: '/api/%E0%A4%A', status: 400 },
  { url: `/api/images/${'a'.repeat(300)}`, status: 400 },
]

const send = (
  { method = 'GET', url, payload, type = 'application/json' }: TestRequest,
  host = '',
) =>
  app.fastify.inject({
    method,
    url,
    headers: { ...(payload && { 'content-type': type }), ...(host && { host }) },
    ...(payload && { payload }),
  })

describe('every answer', () => {
  it.each(requests.map((request) => ({ method: 'GET' as const, ...request })))(
    '$method $url, $status, carries the headers',
    async ({ status, ...request }) => {
      const { statusCode, headers } = await send(request)
      expect(statusCode).toBe(status)
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; .*frame-ancestors 'none'/,
        ),
        'permissions-policy': expect.stringMatching(/camera=\(\).*microphone=\(\)/),
      })
      if (request.url.startsWith('/api/')) expect(headers['cache-control']).toBe('no-store')
    },
  )

  it('carries the headers, even to a client that sent no HTTP', async () => {
    const otherApp = await createTestApp()
    await otherApp.fastify.listen({ host: '127.0.0.1', port: 0 })
    const address = otherApp.fastify.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const text = await new Promise<string>((resolve, reject) => {
      let received = ''
      const socket = connect(port, '127.0.0.1', () => socket.write('HELLO?\r\n\r\n'))
      socket
        .on('data', (bytes) => {
          received += bytes
        })
        .on('close', () => resolve(received))
        .on('error', reject)
    })
    await otherApp.close()
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(text).toContain('x-content-type-options: nosniff\r\n')
    expect(text).toContain("content-security-policy: default-src 'none'")
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'invalid-input' })
  })

  it('asks for https only where it is served under it', async () => {
    const otherApp = await createTestApp()
    const { headers } = await otherApp.fastify.inject({ url: '/healthz' })
    await otherApp.close()
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('a page takes no text for a script, and a screen is kept by no cache', async () => {
    const page = await send({ url: '/' })
    const policy = page.headers['content-security-policy']
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types own-worker default")
    expect(policy).toContain("worker-src 'self'")
    expect(page.headers['permissions-policy']).toMatch(/camera=\(\).*screen-wake-lock=\(self\)/)
    expect((await send({ url: '/admin/home' })).headers['cache-control']).toBe('no-store')
    expect(page.headers['cache-control']).toBe('no-cache')
  })
})

describe('the host that is asked', () => {
  it.each([
    { named: 'academy.example', isOurs: true },
    { named: 'ACADEMY.example.', isOurs: true },
    { named: 'localhost', isOurs: true },
    { named: '127.0.0.1', isOurs: true },
    { named: '192.168.1.20', isOurs: true },
    { named: '[::1]', isOurs: true },
    { named: 'evil.example', isOurs: false },
    { named: 'academy.example.evil.example', isOurs: false },
    { named: '127.0.0.1.evil.example', isOurs: false },
    { named: '', isOurs: false },
  ])('takes $named for ours: $isOurs', ({ named, isOurs }) => {
    expect(isOurHost(named, 'academy.example')).toBe(isOurs)
  })

  it('has to be ours where an address was set, but for /healthz', async () => {
    const response = await send({ url: '/student/login' }, 'evil.example')
    expect(response.statusCode).toBe(421)
    expect(response.body).toBe('This site has another address: https://academy.example\n')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    const call = await send({ url: '/api/auth/checkToken' }, 'evil.example:443')
    expect(call.json()).toMatchObject({ code: 'wrong-host' })
    expect((await send({ url: '/healthz' }, 'evil.example')).statusCode).toBe(200)
    expect((await send({ url: '/' }, 'academy.example:8443')).statusCode).toBe(200)
  })

  it('is anything where no address was set', async () => {
    const otherApp = await createTestApp()
    const reply = await otherApp.fastify.inject({
      url: '/api/nothing',
      headers: { host: 'lab.local' },
    })
    await otherApp.close()
    expect(reply.statusCode).toBe(404)
  })
})
