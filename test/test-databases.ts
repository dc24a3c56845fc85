import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { compareMigrations } from '#server/database/migration-files.ts'
import type { PostgresDatabase } from '#server/database/postgres.ts'
import { openSqlite } from '#server/database/sqlite.ts'

export const silentLog = pino({ enabled: false })

/** Each app has a schema of its own in the one server. */
export async function createSchema(url: string, schema: string): Promise<string> {
  await runSql(url, `CREATE SCHEMA IF NOT EXISTS ${schema}`)
  return `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`
}

/** Migrated, and its connections stay open: PostgreSQL's caches of each are filled once. */
type Schema = {
  readonly schema: string
  readonly url: string
  readonly serverUrl: string
  readonly database: PostgresDatabase
}

/** Left by apps that were closed, and empty: another takes longer than most specs. */
const emptySchemas: Schema[] = []

/** Left by apps that were closed to be opened again, with their data. */
const keptSchemas = new Map<string, Schema>()

/** @returns an empty one. */
export async function takeSchema(serverUrl: string): Promise<Schema> {
  return emptySchemas.pop() ?? (await openSchema(serverUrl))
}

export function keepSchema(lent: Schema) {
  keptSchemas.set(lent.schema, lent)
}

/** @returns null where it was not kept, has been taken again, or is to be migrated by the next app. */
export async function takeKeptSchema(schema: string): Promise<Schema | null> {
  const kept = keptSchemas.get(schema)
  if (!kept) return null
  keptSchemas.delete(schema)
  const { rows } = await kept.database.pool.query('SELECT name FROM migrations')
  const applied = rows.map(({ name }) => name)
  const { pending, unknown } = compareMigrations(applied, 'postgres')
  return pending.length + unknown.length === 0 ? kept : null
}

async function openSchema(serverUrl: string): Promise<Schema> {
  const schema = `app_${randomBytes(6).toString('hex')}`
  const url = await createSchema(serverUrl, schema)
  const { openPostgres } = await import('#server/database/postgres.ts')
  return { schema, url, serverUrl, database: await openPostgres(url, silentLog) }
}

/**
 * Lends the database to an app, whose end closes no connection. That of the signals stays, too: it
 * would be the one whose caches are full.
 */
export function lendDatabase({ database }: Schema): PostgresDatabase {
  const { pool, signals } = database
  let isClosed = false
  async function close() {
    isClosed = true
    while (pool.totalCount - pool.idleCount > 1) await setTimeout(1)
  }
  return {
    ...database,
    signals: {
      send: signals.send,
      listen: (name, onSignal) => signals.listen(name, () => isClosed || onSignal()),
    },
    close,
  }
}

export async function emptySchema(lent: Schema) {
  await runSql(
    lent.serverUrl,
    `DO $$ DECLARE name text; BEGIN
      -- No trigger keeps the audit log, and no reference asks for an order.
      SET LOCAL session_replication_role = replica;
      FOR name IN SELECT tablename FROM pg_tables
        WHERE schemaname = '${lent.schema}' AND tablename <> 'migrations'
      LOOP EXECUTE format('DELETE FROM ${lent.schema}.%I', name); END LOOP;
    END $$`,
  )
  emptySchemas.push(lent)
}

const clients = new Map<string, Promise<Client>>()

/** Over one connection for all apps: each new one costs PostgreSQL a process with empty caches. */
async function runSql(url: string, sql: string) {
  const connected = clients.get(url) ?? connect(url)
  clients.set(url, connected)
  await (await connected).query(sql)
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  // It stays open until PostgreSQL stops at the end of the run, or is out of reach for a moment.
  client.on('error', () => clients.delete(url))
  return client
}

let template: Promise<string> | null = null

/** A new folder gets a copy of a database that is migrated once per process. */
export async function openMigrated(dataDir: string) {
  const file = join(dataDir, 'institute.db')
  template ??= migrateTemplate()
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) copyFileSync(await template, file)
  return openSqlite({ dataDir, onDiskFault })
}

async function migrateTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const db = await openSqlite({ dataDir: folder, onDiskFault })
  await db.close()
  return join(folder, 'institute.db')
}

function onDiskFault(error: unknown) {
  throw error
}
