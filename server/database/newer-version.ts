import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { compareMigrations } from './migration-files.ts'

/**
 * Says once when a newer version has converted the database under this process; to be called now and
 * then. It may go on, but for what the newer one writes otherwise.
 */
export function createNewerVersionWatch({
  db,
  log,
}: {
  readonly db: Pick<Database, 'read' | 'engine'>
  readonly log: Pick<Logger, 'warn'>
}): () => Promise<void> {
  let isSaid = false
  return async () => {
    if (isSaid || db.engine === 'sqlite') return
    const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(db.read)
    const { unknown } = compareMigrations(
      rows.map(({ name }) => name),
      db.engine,
    )
    if (unknown.length === 0) return
    isSaid = true
    log.warn('a newer version has converted the database: stop this server and start that one')
  }
}
