import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#test/server-process.ts'

const program = '/usr/sbin/nginx'
const siteFile = join(import.meta.dirname, '../../deploy/nginx.conf')

export const isInstalled = () => existsSync(program)

export type Nginx = {
  readonly url: string
  /** The address without TLS, which sends on to the other. */
  readonly plainUrl: string
  readonly certificate: string
  stop(): Promise<void>
}

/**
 * Debian's nginx with deploy/nginx.conf in front of two processes; only addresses, ports and the
 * certificate are replaced.
 * @throws with what to install where it is missing
 */
export async function startNginx(folder: string, ports: readonly [number, number]): Promise<Nginx> {
  if (!isInstalled()) {
    throw new Error("This needs Debian's nginx: apt-get install -y --no-install-recommends nginx")
  }
  const own = join(folder, 'nginx')
  mkdirSync(own)
  const { key, certificate } = createCertificate(own)
  const [tlsPort, plainPort] = [await findFreePort(), await findFreePort()]
  const site = createLocalSite({ plainPort, tlsPort, ports, certificate, key })
  writeFileSync(join(own, 'site.conf'), site)
  const file = join(own, 'nginx.conf')
  writeFileSync(file, wrap(own))
  const child: ChildProcess = spawn(
    program,
    ['-p', own, '-c', file, '-e', join(own, 'error.log')],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const plainUrl = `http://127.0.0.1:${plainPort}`
  for (let tries = 1; !(await isUp(plainUrl)); tries++) {
    if (child.exitCode !== null || tries > 100) throw new Error('nginx did not start')
    await sleep(50)
  }
  return {
    url: `https://127.0.0.1:${tlsPort}`,
    ...{ plainUrl, certificate },
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

type LocalSite = {
  readonly plainPort: number
  readonly tlsPort: number
  /** Of the two processes behind it. */
  readonly ports: readonly [number, number]
  /** Paths of files. */
  readonly certificate: string
  readonly key: string
}

/** deploy/nginx.conf with other addresses, ports and certificate. */
export function createLocalSite({
  plainPort,
  tlsPort,
  ports,
  certificate,
  key,
}: LocalSite): string {
  return replaceAll(readFileSync(siteFile, 'utf8'), [
    ['  listen [::]:80;\n', ''],
    ['  listen [::]:443 ssl http2 backlog=4096;\n', ''],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${tlsPort} ssl`],
    ['server 127.0.0.1:3000', `server 127.0.0.1:${ports[0]}`],
    ['# server 127.0.0.1:3001', `server 127.0.0.1:${ports[1]}`],
    ['/etc/letsencrypt/live/academy.example/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/academy.example/privkey.pem', key],
  ])
}

/** @throws where the file no longer says what is to be replaced. */
function replaceAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  let replaced = text
  for (const [from, to] of pairs) {
    if (!replaced.includes(from)) throw new Error(`deploy/nginx.conf no longer says ${from}`)
    replaced = replaced.replaceAll(from, to)
  }
  return replaced
}

/** What Debian's own nginx.conf has around a site. */
function wrap(folder: string): string {
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;
worker_processes auto;
pid ${folder}/pid;
events { worker_connections 768; }
http {
${temp.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
  include ${folder}/site.conf;
}
`
}

function createCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = 'subjectAltName=DNS:academy.example,IP:127.0.0.1'
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', key, '-out', certificate]
  const whom = ['-days', '2', '-subj', '/CN=academy.example', '-addext', names]
  execFileSync('openssl', ['req', '-x509', ...kind, ...whom, ...files], { stdio: 'ignore' })
  return { key, certificate }
}

function isUp(url: string): Promise<boolean> {
  return fetch(url, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )
}
