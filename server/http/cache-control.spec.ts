import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { spellPath } from '#test/path-spellings.ts'
import {
  actors,
  openSiteWithPages,
  publicPages,
  type SiteWithPages,
} from '#test/site-with-pages.ts'

let site: SiteWithPages
beforeAll(async () => {
  site = await openSiteWithPages()
})
afterAll(() => site.close())

/** Without parsing what comes, as odd addresses bring odd replies. */
async function send(actor: (typeof actors)[number], url: string, method: 'GET' | 'HEAD' = 'GET') {
  const { cookies } = site.clients[actor]
  const { statusCode, headers, body } = await site.app.fastify.inject({ method, url, cookies })
  return { url, status: statusCode, cache: headers['cache-control'], text: body }
}

/** Directives that keep a cache from handing a reply on without asking here first. */
const isAskedAbout = /^(no-store|no-cache)$/

describe.each(actors)('of what %s is sent', (actor) => {
  const get = (url: string, method?: 'HEAD') => send(actor, url, method)

  it.each(Object.values(endpoints))('a cache keeps no spelling of $method $path', async (call) => {
    const replies = []
    for (const url of spellPath(site.fillIn(call.path))) replies.push(await get(url))
    if (call.method === 'GET') replies.push(await get(site.fillIn(call.path), 'HEAD'))
    const stored = replies.filter(({ cache, status, text }) => {
      // Below another path there is only the page that says so, the same for everybody.
      if (status === 404 && cache === 'no-cache') return text !== '<h1>/404</h1>'
      return cache !== 'no-store'
    })
    expect(stored).toEqual([])
  })

  it.each(Object.values(pagePaths))('a cache keeps no spelling of the page %s', async (path) => {
    const isPublic = publicPages.includes(path)
    for (const url of spellPath(site.fillIn(path))) {
      const { status, cache, text } = await get(url)
      expect({ url, cache }).toEqual({ url, cache: expect.stringMatching(isAskedAbout) })
      // A page that may be kept, to be asked about, holds nothing of anybody.
      if (cache === 'no-cache')
        expect(text).toBe(isPublic && status === 200 ? `<h1>${path}</h1>` : '<h1>/404</h1>')
    }
  })

  it.each(['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui.css', '/api/openapi.json'])(
    'a cache keeps no spelling of %s',
    async (path) => {
      for (const url of spellPath(path)) {
        const { status, cache } = await get(url)
        expect({ url, cache }).toEqual({
          url,
          cache: status === 404 ? expect.stringMatching(isAskedAbout) : 'no-store',
        })
      }
    },
  )
})

it('only a browser that may see a picture of a paper caches it', async () => {
  const seen = new Set<unknown>()
  for (const url of spellPath(site.imagePath)) {
    const { status, cache } = await send('the owner', url)
    if (status === 200) seen.add(cache)
    else expect({ url, cache }).toEqual({ url, cache: expect.stringMatching(isAskedAbout) })
    const visitor = await send('a visitor', url)
    expect(visitor).toMatchObject({ url, cache: expect.stringMatching(isAskedAbout) })
  }
  expect([...seen]).toEqual(['private, max-age=3600'])
})

it.each([
  { url: '/assets/app-abc.js', cache: 'public, max-age=31536000, immutable' },
  { url: '/robots.txt', cache: 'no-cache' },
  { url: '/assets/nothing.js', cache: 'no-cache' },
  { url: '/healthz', cache: 'no-store' },
  { url: '/admin', cache: 'no-store' },
  { url: '/%E0%A4%A', cache: 'no-cache' },
  { url: '/api/%E0%A4%A', cache: 'no-store' },
])('$url is sent with $cache', async ({ url, cache }) => {
  expect(await send('the owner', url)).toMatchObject({ url, cache })
})

it('a partial or repeated request for a file has the same cache headers', async () => {
  const url = '/assets/app-abc.js'
  const whole = await site.app.fastify.inject({ url })
  const ask = async (headers: Record<string, string>) => {
    const reply = await site.app.fastify.inject({ url, headers })
    return { status: reply.statusCode, cache: reply.headers['cache-control'] }
  }
  const cache = 'public, max-age=31536000, immutable'
  expect(await ask({ range: 'bytes=0-3' })).toEqual({ status: 206, cache })
  expect(await ask({ 'if-none-match': String(whole.headers.etag) })).toEqual({ status: 304, cache })
})

describe('requests that only a socket can send', () => {
  const request = async (target: string) => {
    const { port } = site.app.fastify.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const cookie = `session=${site.clients['the owner'].cookies.session}`
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
    )
    return text(socket)
  }
  beforeAll(() => site.app.fastify.listen({ host: '127.0.0.1', port: 0 }))

  it.each([
    'http://localhost/api/students/getStudents',
    'HTTP://localhost/%61pi/students/getStudents',
    '/api/students/getStudents#limit=1',
    '/%61pi/students/getStudents#limit=1',
  ])('GET %s is kept by no cache', async (target) => {
    const reply = await request(target)
    expect(reply).toMatch(/^HTTP\/1\.1 200 /)
    expect(reply).toContain('cache-control: no-store\r\n')
  })

  it.each([
    '/api/auth/logout',
    '/%61pi/auth/logout',
    'http://localhost/%61pi/auth/logout',
    '/api/auth/logout#.css',
  ])('GET %s names the method that is right', async (target) => {
    const reply = await request(target)
    expect(reply).toMatch(/^HTTP\/1\.1 405 /)
    expect(reply).toContain('allow: POST\r\n')
  })
})
