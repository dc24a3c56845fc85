import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#test/server-process.ts'
import { findPostgresPrograms } from '../postgres/debian-cluster.ts'
import { runSql } from '../postgres/ledger.ts'
import { findSmallDisk } from './small-disk.ts'

const megabytes = 128
/** PostgreSQL refuses to be root, which one has to be to mount. */
const asRoot = ['--user', '--map-root-user', '--mount']
const asUser = ['--user', '--map-user=1000', '--map-group=1000']

export function canRunSmallPostgres(): boolean {
  const script = `mount -t tmpfs tmpfs /tmp && unshare ${asUser.join(' ')} true`
  if (spawnSync('unshare', [...asRoot, 'sh', '-c', script]).status !== 0) return false
  try {
    findPostgresPrograms()
    return true
  } catch {
    return false
  }
}

const settings = [
  ...['max_wal_size=32MB', 'min_wal_size=32MB', 'listen_addresses=127.0.0.1'],
  // Nothing makes room by itself.
  ...['checkpoint_timeout=1h', 'autovacuum=off'],
]

/** A PostgreSQL whose data is on a small disk in memory. */
export async function startSmallPostgres(folder: string) {
  const place = join(folder, 'postgres')
  mkdirSync(place)
  const [data, port] = [join(place, 'data'), await findFreePort()]
  const programs = findPostgresPrograms()
  const begin = `${programs}/initdb -D ${data} -U postgres --auth=trust --locale=C --encoding=UTF8 >&2`
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  const run = `exec ${programs}/postgres -D ${data} -p ${port} -k ${place} ${options}`
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs ${place} && mkdir -m 700 ${data}`
  const script = `${mount} && exec unshare ${asUser.join(' ')} sh -c '${begin} && ${run}'`
  const child = spawn('unshare', [...asRoot, 'sh', '-c', script], { stdio: 'ignore' })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  for (let tries = 1; !(await isUp(url)); tries++) {
    if (child.exitCode !== null || tries > 200) throw new Error('PostgreSQL did not start')
    await sleep(100)
  }
  return {
    url,
    disk: findSmallDisk(child.pid as number, place),
    async stop() {
      // A fast shutdown.
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

function isUp(url: string): Promise<boolean> {
  return runSql(url, 'SELECT 1').then(
    () => true,
    () => false,
  )
}
