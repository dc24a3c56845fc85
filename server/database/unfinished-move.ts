import type { Pool, PoolClient } from 'pg'

type Connection = Pick<Pool | PoolClient, 'query'>

/** A table of this name is there from before the first row is copied until the last one is. */
const marker = 'unfinished_move'

export async function markMoveUnfinished(connection: Connection): Promise<void> {
  await connection.query(`CREATE TABLE IF NOT EXISTS ${marker} (started_at TIMESTAMPTZ)`)
}

/** Belongs into the transaction that copies. */
export async function markMoveFinished(connection: Connection): Promise<void> {
  await connection.query(`DROP TABLE IF EXISTS ${marker}`)
}

/** @throws so that nobody works on a database that `npm run move-to-postgres` left half-way. */
export async function refuseUnfinishedMove(connection: Connection): Promise<void> {
  const { rows } = await connection.query('SELECT to_regclass($1) AS found', [marker])
  if (rows[0].found === null) return
  throw new Error(
    'A move from SQLite into this database was not finished, so it is still empty. Run npm run move-to-postgres again.',
  )
}
