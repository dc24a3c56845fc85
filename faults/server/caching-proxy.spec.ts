import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { spellPath } from '#test/path-spellings.ts'
import { findFreePort } from '#test/server-process.ts'
import { openSiteWithPages } from '#test/site-with-pages.ts'
import { howToInstall, isInstalled, runNginx } from '../run-nginx.ts'

// Thousands of calls, and the machine may be busy.
it('a caching nginx serves a visitor nothing of the owner', {
  timeout: 240_000,
}, async ({ skip }) => {
  skip(!isInstalled(), howToInstall)
  const site = await openSiteWithPages()
  onTestFinished(site.close)
  const upstream = await site.app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const port = await startCache(upstream)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const { session } = site.clients['the owner'].cookies
  const ask = (path: string, cookie = '') => request({ port, path, agent, headers: { cookie } })

  const calls = Object.values(endpoints).filter(({ method }) => method === 'GET')
  const paths = [
    ...[...calls.map(({ path }) => path), ...Object.values(pagePaths)].map(site.fillIn),
    ...['/api/docs/', '/api/openapi.json', site.imagePath],
  ]
  const seen = { 200: 0, fromCache: [] as string[] }
  for (const path of paths.flatMap(spellPath)) {
    const { status } = await ask(path, `session=${session}`)
    if (status === 200) seen[200] += 1
    const { headers } = await ask(path)
    if (headers['x-cache'] === 'HIT') seen.fromCache.push(path)
  }
  expect(seen.fromCache).toEqual([])
  // Each call under most of its spellings, so the owner did get what was to be kept from others.
  expect(seen[200]).toBeGreaterThan(calls.length * 10)

  await ask('/assets/app-abc.js')
  expect((await ask('/assets/app-abc.js')).headers['x-cache']).toBe('HIT')
})

/** As it stands in many guides: whatever does not forbid it is kept for a minute. */
async function startCache(upstream: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const port = await findFreePort()
  const site = `
  proxy_cache_path ${folder}/cache keys_zone=pages:1m;
  access_log off;
  merge_slashes off;
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 100000;
    location / {
      proxy_pass ${upstream};
      proxy_cache pages;
      proxy_cache_valid 200 1m;
      add_header X-Cache $upstream_cache_status always;
    }
  }`
  const nginx = await runNginx(folder, { site, url: `http://127.0.0.1:${port}` })
  onTestFinished(nginx.stop)
  return port
}

type Request = {
  readonly port: number
  /** Sent as it is, not as a browser would write it. */
  readonly path: string
  readonly agent: Agent
  readonly headers: Record<string, string>
}

function request(options: Request) {
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>(
    (resolve, reject) => {
      get({ host: '127.0.0.1', ...options }, (reply) => {
        const { statusCode: status, headers } = reply
        reply.resume().on('end', () => resolve({ status, headers }))
      }).on('error', reject)
    },
  )
}
