import type { Pool, PoolClient } from 'pg'
import { compareMigrations, listCreatedTables } from './migration-files.ts'

const ownMigration = /^\d{4}-[a-z0-9-]+(\.postgres)?\.(sql|ts)$/

/**
 * Another program may have used the schema, and then has tables that are named like ours.
 * @throws with their names; nothing is changed
 */
export async function refuseForeignTables(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    // Another process may be making our tables: all of this sees one moment.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const foreign = await listForeignTables(client)
    await client.query('COMMIT')
    if (foreign.length > 0) throw new Error(await describeForeign(client, foreign))
  } finally {
    client.release()
  }
}

async function listForeignTables(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT relname AS name, array(
        SELECT attname::text FROM pg_attribute
        WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
      ) AS columns
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = current_schema()`,
  )
  const migrations = rows.find(({ name }) => name === 'migrations')
  if (migrations && migrations.columns.join() !== 'name') return ['migrations']
  const applied = migrations ? await listApplied(client) : []
  if (!applied.every((name) => ownMigration.test(name))) return ['migrations']
  const { pending, unknown } = compareMigrations(applied, 'postgres')
  // A newer version's: what it has made is its own.
  if (unknown.length > 0) return []
  const made = new Set(applied.flatMap(listCreatedTables))
  const toMake = new Set(pending.flatMap(listCreatedTables).filter((name) => !made.has(name)))
  return rows.map(({ name }) => name).filter((name) => toMake.has(name))
}

async function listApplied(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query('SELECT name FROM migrations')
  return rows.map(({ name }) => name)
}

async function describeForeign(client: PoolClient, names: readonly string[]): Promise<string> {
  const { rows } = await client.query(
    `SELECT current_schema() AS schema, current_database() AS database,
      format('ALTER ROLE %I IN DATABASE %I SET search_path = academy',
        current_user, current_database()) AS remedy`,
  )
  const { schema, database, remedy } = rows[0]
  const tables = names.length === 1 ? 'a table' : 'tables'
  return `The database ${database} holds ${tables} of another program in its schema ${schema}: ${names.toSorted().join(', ')}. Nothing was changed. Use a database of its own, or a schema of its own: CREATE SCHEMA academy; ${remedy};`
}
