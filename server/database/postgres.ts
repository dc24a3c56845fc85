import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../deps.ts'
import { migratePostgres } from './migrate.ts'
import type { Tables } from './tables.ts'

const int8 = 20

export async function openPostgres(
  url: string,
  log: Pick<Logger, 'warn'>,
): Promise<Database & { pool: Pool }> {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : types.getTypeParser(oid, format as 'text'),
    },
  })
  // A restart of PostgreSQL ends idle connections: without a listener that would end this process.
  const onError = (error: Error) => log.warn({ code: error.name }, 'database connection lost')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  await migratePostgres(pool)
  const read = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    engine: 'postgres',
    pool,
    read,
    write: (job) => againAfterDeadlock(() => read.transaction().execute(job)),
    close: () => read.destroy(),
  }
}

const mostTries = 5
const deadlock = '40P01'

/** Of two that wait for each other PostgreSQL undoes one, which loses nothing by coming again. */
async function againAfterDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === deadlock
      if (!isDeadlock || tries === mostTries) throw error
    }
  }
}
