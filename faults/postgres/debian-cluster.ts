import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#test/server-process.ts'
import { runSql } from './ledger.ts'

const versionsFolder = '/usr/lib/postgresql'

/** @throws with what to install where Debian's package is missing. */
export function findPostgresPrograms(): string {
  const versions = existsSync(versionsFolder) ? readdirSync(versionsFolder) : []
  const newest = versions
    .toSorted((one, other) => Number(one) - Number(other))
    .map((version) => join(versionsFolder, version, 'bin'))
    .findLast((folder) => existsSync(join(folder, 'pg_basebackup')))
  if (newest) return newest
  throw new Error(
    "This needs Debian's PostgreSQL: apt-get install -y --no-install-recommends postgresql",
  )
}

export type Cluster = {
  readonly port: number
  /** `127.0.0.1:5432`, to be put into an address. */
  readonly host: string
  readonly url: string
  start(): Promise<void>
  /** `immediate` is a crash: nothing is written any more. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** kill -9 to all of its processes at once. */
  kill(): void
  /** A standby becomes the primary. */
  promote(): Promise<void>
  /** A copy that follows this one, which from now on acknowledges nothing that is not on both. */
  addSynchronousStandby(port?: number): Promise<Cluster>
  remove(): Promise<void>
}

const settings = `
listen_addresses = '127.0.0.1'
max_connections = 60
shared_buffers = 64MB
max_wal_senders = 4
wal_keep_size = 64MB
wal_retrieve_retry_interval = 1s
logging_collector = off
`

/** A PostgreSQL with the settings of production, in a folder and on a port of its own. */
export async function createCluster(): Promise<Cluster> {
  const place = await createPlace()
  await run(
    place,
    'initdb',
    ['-D', place.data, '-U', 'postgres', '--auth=trust', '--locale=C'].concat('--encoding=UTF8'),
  )
  await appendFile(join(place.data, 'postgresql.conf'), settings)
  const cluster = toCluster(place)
  await cluster.start()
  return cluster
}

type Place = {
  readonly folder: string
  readonly data: string
  readonly port: number
  /** PostgreSQL refuses to run as root. */
  readonly owner: { readonly uid?: number; readonly gid?: number }
}

async function createPlace(chosenPort?: number): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'))
  const owner = readPostgresOwner()
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const port = chosenPort ?? (await findFreePort())
  return { folder, data: join(folder, 'data'), port, owner }
}

/** Finds the owner for files that PostgreSQL's processes read; where we are not root, ourselves. */
export function readPostgresOwner(): Place['owner'] {
  if (process.getuid?.() !== 0) return {}
  const read = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: read('-u'), gid: read('-g') }
}

function toCluster(place: Place): Cluster {
  const { folder, data, port } = place
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const control = (...args: string[]) => run(place, 'pg_ctl', ['-D', data, '-w', '-s', ...args])
  const options = `-p ${port} -k ${folder}`
  return {
    port,
    host: `127.0.0.1:${port}`,
    url,
    start: () => control('start', '-t', '60', '-l', join(folder, 'log'), '-o', options),
    stop: (mode) => control('stop', '-m', mode),
    kill: () => killAll(data),
    promote: () => control('promote'),
    async addSynchronousStandby(standbyPort) {
      const standby = await createPlace(standbyPort)
      const source = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
      const copied = ['-D', standby.data, '-R', '-X', 'stream', '-c', 'fast']
      await run(standby, 'pg_basebackup', [...source, ...copied])
      const cluster = toCluster(standby)
      await cluster.start()
      await runSql(url, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
      await runSql(url, 'SELECT pg_reload_conf()')
      await waitUntilSynchronous(url)
      return cluster
    },
    async remove() {
      if (existsSync(join(data, 'postmaster.pid')))
        await control('stop', '-m', 'immediate').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilSynchronous(url: string) {
  for (let tries = 0; tries < 200; tries++) {
    const rows = await runSql(url, `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`)
    if (rows.length > 0) return
    await sleep(100)
  }
  throw new Error('The standby does not follow')
}

/** @throws with what it printed. */
async function run({ folder, owner }: Place, program: string, args: readonly string[]) {
  const child: ChildProcess = spawn(join(findPostgresPrograms(), program), args, {
    ...owner,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const printed: Buffer[] = []
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk))
  const [code] = await once(child, 'exit')
  // PostgreSQL itself holds on to what pg_ctl printed to.
  child.stderr?.destroy()
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${Buffer.concat(printed)}`)
}

function killAll(data: string) {
  const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = listProcesses().filter(({ parent }) => parent === postmaster)
  for (const pid of [postmaster, ...children.map((child) => child.pid)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

function listProcesses(): { readonly pid: number; readonly parent: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in brackets may hold anything.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
        return [{ pid: Number(name), parent: Number(fields?.[1]) }]
      } catch {
        return []
      }
    })
}
