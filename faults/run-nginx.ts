import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const program = '/usr/sbin/nginx'

export const isInstalled = () => existsSync(program)

export const howToInstall =
  "This needs Debian's nginx: apt-get install -y --no-install-recommends nginx"

type NginxSite = {
  /** The content of http { … }. */
  readonly site: string
  /** Answers without TLS once it is up. */
  readonly url: string
}

/**
 * Debian's nginx with its files in this folder.
 * @throws with what to install where it is missing
 */
export async function runNginx(folder: string, { site, url }: NginxSite) {
  if (!isInstalled()) throw new Error(howToInstall)
  writeFileSync(join(folder, 'site.conf'), site)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, wrapNginxSite(folder))
  const child = spawn(program, ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 1; !(await isUp(url)); tries++) {
    if (child.exitCode !== null || tries > 100) throw new Error('nginx did not start')
    await sleep(50)
  }
  return {
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Wraps a site as Debian's own nginx.conf does. */
export function wrapNginxSite(folder: string): string {
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

function isUp(url: string): Promise<boolean> {
  return fetch(url, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )
}
