import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLocalSite } from '../postgres/nginx.ts'
import { wrapNginxSite } from '../run-nginx.ts'

type Place = {
  readonly folder: string
  readonly plainPort: number
  readonly tlsPort: number
  readonly serverPort: number
  /** Paths of files. */
  readonly certificate: string
  readonly key: string
}

export type ReverseProxy = {
  readonly name: string
  /** Debian's. */
  readonly program: string
  /** Its files with the configuration of deploy/; @returns its arguments. */
  readonly configure: (place: Place) => readonly string[]
}

const deploy = join(import.meta.dirname, '../../deploy')

/** @throws where the file no longer says what is to be replaced. */
function readConfiguration(file: string, pairs: readonly (readonly [string, string])[]): string {
  let text = readFileSync(join(deploy, file), 'utf8')
  for (const [from, to] of pairs) {
    if (!text.includes(from)) throw new Error(`deploy/${file} no longer says ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

const letsEncrypt = '/etc/letsencrypt/live/academy.example'
const isRoot = process.getuid?.() === 0

const nginx: ReverseProxy = {
  name: 'nginx',
  program: '/usr/sbin/nginx',
  configure({ folder, serverPort, ...place }) {
    const site = createLocalSite({ ...place, ports: [serverPort, serverPort] })
    writeFileSync(join(folder, 'site.conf'), site)
    writeFileSync(join(folder, 'nginx.conf'), wrapNginxSite(folder))
    return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  },
}

const apacheModules = [
  ...['mpm_event', 'authz_core', 'alias', 'headers', 'socache_shmcb', 'ssl', 'http2'],
  ...['proxy', 'proxy_http'],
]

export const apache: ReverseProxy = {
  name: 'Apache',
  program: '/usr/sbin/apache2',
  configure({ folder, plainPort, tlsPort, serverPort, certificate, key }) {
    const modules = apacheModules.map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    )
    const site = readConfiguration('apache.conf', [
      ['*:80', `127.0.0.1:${plainPort}`],
      ['*:443', `127.0.0.1:${tlsPort}`],
      [`${letsEncrypt}/fullchain.pem`, certificate],
      [`${letsEncrypt}/privkey.pem`, key],
      ['127.0.0.1:3000', `127.0.0.1:${serverPort}`],
    ])
    const file = join(folder, 'apache2.conf')
    const own = [
      ...[`ServerRoot ${folder}`, `PidFile ${folder}/pid`, `ErrorLog ${folder}/error.log`],
      ...[`Mutex file:${folder}`, `DefaultRuntimeDir ${folder}`, 'ServerName 127.0.0.1'],
      ...[`Listen 127.0.0.1:${plainPort}`, `Listen 127.0.0.1:${tlsPort}`],
      ...(isRoot ? ['User www-data', 'Group www-data'] : []),
    ]
    writeFileSync(file, [...modules, ...own, site].join('\n'))
    return ['-f', file, '-D', 'FOREGROUND']
  },
}

const haproxy: ReverseProxy = {
  name: 'HAProxy',
  program: '/usr/sbin/haproxy',
  configure({ folder, plainPort, tlsPort, serverPort, certificate, key }) {
    const pem = join(folder, 'academy.pem')
    writeFileSync(pem, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
    const file = join(folder, 'haproxy.cfg')
    const text = readConfiguration('haproxy.cfg', [
      ['bind :80\n', `bind 127.0.0.1:${plainPort}\n`],
      ['bind :443', `bind 127.0.0.1:${tlsPort}`],
      ['/etc/haproxy/academy.pem', pem],
      ['127.0.0.1:3000', `127.0.0.1:${serverPort}`],
    ])
    writeFileSync(file, text)
    return ['-db', '-f', file]
  },
}

const caddy: ReverseProxy = {
  name: 'Caddy',
  program: '/usr/bin/caddy',
  configure({ folder, plainPort, tlsPort, serverPort, certificate, key }) {
    const global = `{\n\tadmin off\n\tauto_https off\n\thttp_port ${plainPort}\n\thttps_port ${tlsPort}\n}\n`
    const site = readConfiguration('Caddyfile', [
      ['academy.example {', `https://127.0.0.1:${tlsPort} {\n\ttls ${certificate} ${key}`],
      ['127.0.0.1:3000', `127.0.0.1:${serverPort}`],
    ])
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, global + site)
    return ['run', '--adapter', 'caddyfile', '--config', file]
  },
}

export const proxies: readonly ReverseProxy[] = [nginx, apache, haproxy, caddy]

export const isInstalled = ({ program }: ReverseProxy) => existsSync(program)

/** Starts it again and again with the same files. */
export async function configureProxy(proxy: ReverseProxy, place: Place) {
  mkdirSync(place.folder, { recursive: true })
  const args = proxy.configure(place)
  return async function start() {
    const child = spawn(proxy.program, args, {
      env: { ...process.env, HOME: place.folder, XDG_DATA_HOME: place.folder },
      stdio: ['ignore', 'ignore', 'ignore'],
      // Workers end with it.
      detached: true,
    })
    for (let tries = 1; !(await isListening(place.tlsPort)); tries++) {
      if (child.exitCode !== null || tries > 200) throw new Error(`${proxy.name} did not start`)
      await sleep(50)
    }
    return {
      async kill() {
        if (child.exitCode !== null || child.signalCode !== null) return
        process.kill(-(child.pid as number), 'SIGKILL')
        await once(child, 'exit')
      },
    }
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
