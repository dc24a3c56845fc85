import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const home = mkdtempSync(join(tmpdir(), 'web-'))
const folder = join(home, 'client')
let app: TestApp

beforeAll(async () => {
  const page = (name: string, body: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), body)
  }
  const html = '<h1>Home</h1><script>let a = 1</script>'
  page('index.html', html)
  page('index.html.gz', gzipSync(html).toString('binary'))
  page('blog/first/index.html', '<h1>First</h1>')
  page('404/index.html', '<h1>This layer is missing</h1>')
  page('__spa-fallback.html', '<div>The app</div>')
  page('assets/app-abc.js', 'export const a = 1')
  page('assets/app-abc.js.map', '{}')
  page('assets/stream-worker-abc.js', 'export const a = 1')
  page('assets/stream-worker-abc.js.gz', gzipSync('zipped').toString('binary'))
  page('assets/icon-abc.svg', '<svg/>')
  page('sitemap.xml', '<urlset/>')
  page('../earlier-assets/1766400000000/app-old.js', 'export const a = 0')
  page('../earlier-assets/1766400000000/app-old.js.gz', gzipSync('zipped').toString('binary'))
  page('../earlier-assets/1766300000000/app-older.js', 'export const a = -1')
  app = await createTestApp({ webFolder: folder })
})
afterAll(async () => {
  await app.close()
  rmSync(home, { recursive: true })
})

const get = (url: string, headers = {}) => app.fastify.inject({ method: 'GET', url, headers })

describe('a page', () => {
  it.each([
    { url: '/blog/first/', to: '/blog/first' },
    { url: '/blog/first/?from=mail', to: '/blog/first?from=mail' },
  ])('has one address: $url leads to $to', async ({ url, to }) => {
    const reply = await get(url)
    expect(reply.statusCode).toBe(301)
    expect(reply.headers.location).toBe(to)
  })

  it.each([
    { url: '/', status: 200, shows: 'Home' },
    { url: '/?success=true', status: 200, shows: 'Home' },
    { url: '/blog/first', status: 200, shows: 'First' },
    { url: '/blog/unknown', status: 404, shows: 'This layer is missing' },
    { url: '/student/quiz/abc', status: 200, shows: 'The app' },
    { url: '/getScore/abc', status: 200, shows: 'The app' },
    { url: '/nothing', status: 404, shows: 'This layer is missing' },
    { url: '/404', status: 404, shows: 'This layer is missing' },
    { url: '/__spa-fallback.html', status: 404, shows: 'This layer is missing' },
    { url: '/index.html', status: 404, shows: 'This layer is missing' },
    { url: '/%', status: 404, shows: 'This layer is missing' },
    { url: '/%E0%A4%A?from=a', status: 404, shows: 'This layer is missing' },
    { url: '/api/%', status: 400, shows: 'not as expected' },
    { url: '/assets/gone-abc.js', status: 404, shows: 'This layer is missing' },
    { url: '/assets/app-abc.js.map', status: 404, shows: 'This layer is missing' },
    { url: '/assets/', status: 404, shows: 'This layer is missing' },
    { url: '/assets/..%2findex.html', status: 404, shows: 'This layer is missing' },
    { url: '/assets/%00', status: 404, shows: 'This layer is missing' },
    { url: '/..%2f..%2fpackage.json', status: 404, shows: 'This layer is missing' },
  ])('at $url is $status', async ({ url, status, shows }) => {
    const reply = await get(url)
    expect(reply.statusCode).toBe(status)
    expect(reply.body).toContain(shows)
  })

  it('allows its own inline scripts by their hash, and no others', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toMatch(/default-src 'none'; script-src 'self' 'sha256-[\w+/=]+';/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe')
  })

  it('is sent once and then only asked about', async () => {
    const { etag } = (await get('/')).headers
    const again = await get('/', { 'if-none-match': etag })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
  })

  it('is sent small to those who can read it', async () => {
    const reply = await get('/', { 'accept-encoding': 'gzip, deflate' })
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  })
})

it.each([
  ['/admin', '/admin/home'],
  ['/admin/', '/admin/home'],
  ['/student', '/student/studentpanel'],
  ['/login', '/student/login'],
  ['/.well-known/change-password', '/student/changePassword'],
])('%s leads on to %s', async (url, home) => {
  expect(await get(url)).toMatchObject({ statusCode: 302, headers: { location: home } })
})

it('a hashed file is kept for a year', async () => {
  const reply = await get('/assets/app-abc.js')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
})

it.each(['/assets/app-old.js', '/assets/app-older.js'])(
  '%s of an earlier build is still there for pages that name it',
  async (url) => {
    const reply = await get(url)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('export const a')
    expect(reply.headers['content-type']).toContain('javascript')
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get(url, { 'accept-encoding': 'gzip' })).statusCode).toBe(200)
  },
)

it('a path below /api is never a page', async () => {
  expect((await get('/api/nothing')).json()).toMatchObject({ code: 'unknown-path' })
})

it.each([
  { url: '/', type: 'text/html; charset=utf-8' },
  { url: '/assets/app-abc.js', type: 'application/javascript; charset=utf-8' },
  { url: '/assets/icon-abc.svg', type: 'image/svg+xml; charset=utf-8' },
  { url: '/sitemap.xml', type: 'application/xml; charset=utf-8' },
  { url: '/healthz', type: 'text/plain; charset=utf-8' },
  { url: '/api/nothing', type: 'application/json; charset=utf-8' },
])('$url says how its characters are written', async ({ url, type }) => {
  expect((await get(url)).headers['content-type']).toBe(type)
  const small = await get(url, { 'accept-encoding': 'gzip' })
  expect(small.headers['content-type']).toBe(type)
})

it.each([
  { name: 'app-abc.js', mayCall: false },
  { name: 'stream-worker-abc.js', mayCall: true },
])('$name may call the server as a worker: $mayCall', async ({ name, mayCall }) => {
  for (const encoding of ['identity', 'gzip']) {
    const { headers } = await get(`/assets/${name}`, { 'accept-encoding': encoding })
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'/)
    expect(policy.includes("connect-src 'self'")).toBe(mayCall)
  }
})
