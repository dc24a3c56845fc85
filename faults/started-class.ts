import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Ledger } from '#simulated-class/ledger.ts'
import {
  findFreePort,
  type Server,
  type ServerOptions,
  type StartedAttempt,
  startCohort,
  startServer,
} from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'
import { findLostAnswers } from './find-lost-answers.ts'
import { findLostAnswers as findLostOnPostgres, runSql } from './postgres/ledger.ts'

export type InstituteOptions = {
  readonly folder: string
  readonly students: number
  /** By the clock of those who start; without one, the machine's. */
  readonly now?: () => number
  /** SQLite in the folder without one. */
  readonly postgres?: {
    readonly url: string
    readonly schema: string
    /** Leads to the schema. */
    readonly schemaUrl: string
  }
}

export type Institute = {
  readonly url: string
  readonly seats: readonly StartedAttempt[]
  readonly adminCookie: string
  start(options?: Pick<ServerOptions, 'env' | 'nodeFlags' | 'port'>): Promise<Server>
  /** Answers that were acknowledged and are not in the database. */
  findLost(ledger: Ledger): Promise<readonly unknown[]>
  /** How often the audit log says so. */
  countAudited(action: string): Promise<number>
}

/** Students who have started a test of one hour, on one server that is not running yet. */
export async function createInstitute(options: InstituteOptions): Promise<Institute> {
  const { folder, students, postgres, now = () => Date.now() } = options
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { recursive: true })
  const app = await createTestApp({
    dataDir,
    now,
    ...(postgres && { databaseUrl: postgres.url, schema: postgres.schema }),
  })
  const admin = await app.createAdmin()
  const seats = await startCohort(app, { admin, count: students, duration: 60 })
  await app.close({ keep: true })
  const port = await findFreePort()
  return {
    url: `http://127.0.0.1:${port}`,
    seats,
    adminCookie: `session=${admin.cookies.session}`,
    start: ({ env, ...options } = {}) =>
      startServer({
        dataDir,
        port,
        ...options,
        env: {
          ...(postgres && { DATABASE_URL: postgres.schemaUrl }),
          IMAGE_KEY: '07'.repeat(32),
          SECRET_KEY: '08'.repeat(32),
          ...env,
        },
      }),
    async findLost(ledger) {
      const acknowledged = [...ledger.latest()]
      if (postgres) return findLostOnPostgres(postgres.schemaUrl, acknowledged)
      return readSqlite(dataDir, (database) => findLostAnswers(database, acknowledged))
    },
    async countAudited(action) {
      const query = `SELECT count(*) AS times FROM audit WHERE action = '${action}'`
      const [row] = postgres
        ? await runSql<{ times: string }>(postgres.schemaUrl, query)
        : readSqlite(dataDir, (database) => database.prepare(query).all() as { times: number }[])
      return Number(row?.times)
    },
  }
}

function readSqlite<T>(dataDir: string, read: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(join(dataDir, 'institute.db'), { readonly: true })
  try {
    return read(database)
  } finally {
    database.close()
  }
}
