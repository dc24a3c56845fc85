import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isInstalled } from '../run-nginx.ts'
import { createLocalSite, startNginx } from './nginx.ts'

it('the nginx site listens only on the ports that a rehearsal of a restart uses', () => {
  const files = { certificate: '/tmp/certificate.pem', key: '/tmp/key.pem' }
  const site = createLocalSite({ plainPort: 81, tlsPort: 444, ports: [3010, 3011], ...files })
  const listens = site.split('\n').filter((line) => /^\s*(listen|server) [^{]/.test(line))
  expect(listens.map((line) => line.trim())).toEqual([
    'server 127.0.0.1:3010 max_fails=0;',
    'server 127.0.0.1:3011 max_fails=0;',
    'listen 127.0.0.1:81;',
    'listen 127.0.0.1:444 ssl http2 backlog=4096;',
  ])
})

it.runIf(isInstalled())('Debian’s nginx accepts the site', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const nginx = await startNginx(folder, [3010, 3011])
  const { status, headers } = await fetch(`${nginx.plainUrl}/student`, { redirect: 'manual' })
  expect(status).toBe(301)
  expect(headers.get('location')).toBe('https://academy.example/student')
  await nginx.stop()
})
