import type { Pool, PoolClient } from 'pg'
import { getErrorCode } from './database-file.ts'

export const pooledByTransaction =
  'leads through a pooler that gives each transaction another connection (PgBouncer with pool_mode = transaction or statement)'

/** @throws where prepared statements and settings of a connection would not be there a moment later */
export async function refusePooledTransactions(pool: Pool): Promise<void> {
  if (!(await isPooledByTransaction(pool))) return
  throw new Error(
    `DATABASE_URL ${pooledByTransaction}. No exam could begin. Set pool_mode = session there for this database, or name PostgreSQL's own address.`,
  )
}

/** Needs two connections at once. */
export async function isPooledByTransaction(pool: Pool): Promise<boolean> {
  const one = await pool.connect()
  try {
    const pid = await readPid(one)
    // A pooler does not tell its clients which process of PostgreSQL they talk to: it changes.
    if ('processID' in one && one.processID === pid) return false
    const other = await pool.connect()
    try {
      return await isShared({ one, other, pid })
    } finally {
      other.release(true)
    }
  } finally {
    one.release()
  }
}

type Connections = {
  readonly one: PoolClient
  readonly other: PoolClient
  /** That `one` has talked to. */
  readonly pid: number
}

async function isShared({ one, other, pid }: Connections): Promise<boolean> {
  try {
    await other.query('BEGIN')
    if ((await readPid(other)) === pid) return true
    return (await readPid(one)) !== pid
  } catch (error) {
    if (getErrorCode(error) === noTransactions) return true
    throw error
  }
}

/** A protocol violation is what PgBouncer calls a transaction where each statement is on its own. */
const noTransactions = '08P01'

async function readPid(client: PoolClient): Promise<number> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  return rows[0].pid
}
