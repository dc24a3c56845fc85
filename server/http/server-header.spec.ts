import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyLimits } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { serverHeader } from '#contract/server-header.ts'
import { actors, openSiteWithPages, type SiteWithPages } from '#test/site-with-pages.ts'
import { createTestApp } from '#test/test-app.ts'

let site: SiteWithPages
beforeAll(async () => {
  site = await openSiteWithPages()
})
afterAll(() => site.close())

async function listen({ app }: SiteWithPages) {
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.fastify.server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

type Call = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly actor?: (typeof actors)[number]
  readonly payload?: string
}

async function send({ method, url, actor = 'a visitor', payload }: Call) {
  const { cookies } = site.clients[actor]
  const { statusCode, headers } = await site.app.fastify.inject({
    method,
    url,
    cookies,
    headers: {
      ...(cookies.xsrf && { 'x-xsrf-token': cookies.xsrf }),
      ...(payload && { 'content-type': 'application/json' }),
    },
    ...(payload && { payload }),
  })
  return { status: statusCode, header: headers[serverHeader] }
}

// A site of its own: of the calls to the other, some delete its test and end the session.
describe('the server’s header is on a stream', () => {
  let watched: SiteWithPages
  let address: string
  beforeAll(async () => {
    watched = await openSiteWithPages()
    address = await listen(watched)
  })
  afterAll(() => watched.close())

  it.each(['GET', 'HEAD'])('that is opened by %s', async (method) => {
    const abort = new AbortController()
    const response = await fetch(address + watched.fillIn('/api/live/tables?tests=:testId'), {
      method,
      signal: abort.signal,
      headers: {
        accept: 'text/event-stream',
        cookie: `session=${watched.clients['the owner'].cookies.session}`,
      },
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get(serverHeader)).toBe('1')
    abort.abort()
  })
})

const calls = Object.values(endpoints).map(({ method, path }) => ({ method, path }))

describe.each(actors)('and on what %s is sent', (actor) => {
  it.each(calls)('by $method $path', async ({ method, path }) => {
    const url = site.fillIn(path)
    const { header } = await send({ method, url, actor })
    expect(header).toBe('1')
    const faulty = await send({ method, url, actor, ...(method !== 'GET' && { payload: '{' }) })
    expect(faulty.header).toBe('1')
    if (method !== 'GET') return
    expect((await send({ method: 'HEAD', url, actor })).header).toBe('1')
  })
})

const refusedCalls: readonly (Call & { readonly status: number })[] = [
  { method: 'GET', url: '/api/nothing', status: 404 },
  { method: 'GET', url: '/%61pi/nothing', status: 404 },
  { method: 'GET', url: '/api/auth/logout', status: 405 },
  { method: 'GET', url: '/api/%E0%A4%A', status: 400 },
  { method: 'POST', url: '/api/auth/admin', payload: '{', status: 400 },
  {
    method: 'POST' as const,
    url: '/api/auth/admin',
    status: 413,
    payload: JSON.stringify({ email: 'a'.repeat(bodyLimits.visitor) }),
  },
]

it.each(refusedCalls)('and on $status of $method $url', async ({ status, ...call }) => {
  expect(await send(call)).toEqual({ status, header: '1' })
})

it('and on 429', async () => {
  const app = await createTestApp({ limits: true })
  const body = { email: 'nobody@example.com', password: 'wrong' }
  const tryOnce = () =>
    app.fastify.inject({ method: 'POST', url: '/api/auth/studentLogin', payload: body })
  let last = await tryOnce()
  for (let tries = 0; last.statusCode !== 429 && tries < 200; tries += 1) last = await tryOnce()
  await app.close()
  expect(last).toMatchObject({ statusCode: 429, headers: { [serverHeader]: '1' } })
})

it('and where there is no HTTP', async () => {
  const socket = connect(Number(new URL(await listen(site)).port), '127.0.0.1')
  socket.write('HELLO?\r\n\r\n')
  expect(await text(socket)).toContain(`${serverHeader}: 1\r\n`)
})
