import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCertificate } from '#test/certificate.ts'
import { findFreePort } from '#test/server-process.ts'
import { runNginx } from '../run-nginx.ts'

const siteFile = join(import.meta.dirname, '../../deploy/nginx.conf')

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
  const own = join(folder, 'nginx')
  mkdirSync(own)
  const { key, certificate } = createCertificate(own)
  const [tlsPort, plainPort] = [await findFreePort(), await findFreePort()]
  const site = createLocalSite({ plainPort, tlsPort, ports, certificate, key })
  const plainUrl = `http://127.0.0.1:${plainPort}`
  const { stop } = await runNginx(own, { site, url: plainUrl })
  return { url: `https://127.0.0.1:${tlsPort}`, plainUrl, certificate, stop }
}

type LocalSite = {
  readonly plainPort: number
  readonly tlsPort: number
  /** Ports of the two processes behind it. */
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
