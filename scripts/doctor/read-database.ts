import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import { types } from 'pg'
import { listStaff } from '#server/accounts/staff-queries.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/database.ts'
import { refuseForeignTables } from '#server/database/foreign-tables.ts'
import { compareMigrations } from '#server/database/migration-files.ts'
import { connectToPrimary, createPool } from '#server/database/postgres-hosts.ts'
import { isPooledByTransaction } from '#server/database/postgres-pooler.ts'
import type { Tables } from '#server/database/tables.ts'
import { openMachineClock } from '#server/platform/exam-clock/machine-clock.ts'
import { isSuppressed } from '#server/platform/mailer/suppressed.ts'
import type { DatabaseFacts, InstituteFacts } from './check-database.ts'
import { readClock } from './read-clock.ts'
import { readPictures } from './read-pictures.ts'
import { readPostgresFacts } from './read-postgres-facts.ts'

/** Only reads, and makes no file: the server may be running, or about to start. */
export function readDatabase(config: Config, now: number) {
  const { DATABASE_URL, DATA_DIR } = config
  const context = { config, now }
  return DATABASE_URL
    ? readPostgres(DATABASE_URL, context)
    : readSqlite(join(DATA_DIR, 'institute.db'), context)
}

type Context = { readonly config: Config; readonly now: number }

/** @throws when there is no file, or it cannot be opened. */
async function readSqlite(file: string, context: Context): Promise<DatabaseFacts> {
  const hasWriteAheadLog = readHeader(file).subarray(18, 20).equals(Buffer.of(2, 2))
  const sqlite = openSqliteReadOnly(file)
  try {
    const damage = findDamage(sqlite)
    const engine = { name: 'sqlite', hasWriteAheadLog } as const
    // Its tables cannot be trusted either.
    if (damage.length > 0)
      return { migrations: { pending: [], unknown: [] }, damage, engine, institute: null }
    return { damage, engine, ...(await readTables(createKysely(sqlite), 'sqlite', context)) }
  } finally {
    sqlite.close()
  }
}

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(20)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, header)
  closeSync(descriptor)
  return header
}

function openSqliteReadOnly(file: string): DatabaseSync {
  const url = pathToFileURL(file)
  // Without a log no server has it open, and SQLite would make one, even for reading.
  if (!existsSync(`${file}-wal`)) url.search = 'immutable=1'
  return new DatabaseSync(url, { readOnly: true, timeout: 5_000 })
}

const corrupt = 11
const notADatabase = 26

function findDamage(sqlite: DatabaseSync): string[] {
  try {
    const rows = sqlite.prepare('PRAGMA integrity_check(5)').all()
    return rows.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok')
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number }
    if (errcode === corrupt || errcode === notADatabase) return [message]
    throw error
  }
}

function createKysely(sqlite: DatabaseSync): Db {
  const database = {
    prepare(text: string) {
      const statement = sqlite.prepare(text)
      const bind = (values: readonly unknown[]) => values as SQLInputValue[]
      return {
        reader: true,
        all: (values: readonly unknown[]) => statement.all(...bind(values)),
        run: (values: readonly unknown[]) => statement.run(...bind(values)),
        iterate: (values: readonly unknown[]) => statement.iterate(...bind(values)),
      }
    },
    close() {},
  }
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
}

/** @throws when it cannot be reached. */
async function readPostgres(url: string, context: Context): Promise<DatabaseFacts> {
  const int8 = 20
  const pool = createPool(url, {
    max: 2,
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : types.getTypeParser(oid, format as 'text'),
    },
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await connectToPrimary(pool, url)
    await refuseForeignTables(pool)
    const isPooled = await isPooledByTransaction(pool)
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        const { checksumFailures, ...facts } = await readPostgresFacts(tx)
        const engine = { ...facts, isPooledByTransaction: isPooled }
        const damage =
          checksumFailures > 0 ? [`${checksumFailures} of its pages had a wrong checksum`] : []
        return { damage, engine, ...(await readTables(tx, 'postgres', context)) }
      })
  } finally {
    await db.destroy()
  }
}

async function readTables(
  db: Db,
  engine: 'sqlite' | 'postgres',
  context: Context,
): Promise<Pick<DatabaseFacts, 'migrations' | 'institute'>> {
  const applied = (await isMigrated(db, engine))
    ? (await sql<{ name: string }>`SELECT name FROM migrations`.execute(db)).rows
    : []
  const migrations = compareMigrations(
    applied.map(({ name }) => name),
    engine,
  )
  const isCurrent = migrations.pending.length === 0 && migrations.unknown.length === 0
  return { migrations, institute: isCurrent ? await readInstitute(db, context) : null }
}

/** An error would end the transaction, so the catalogue is asked first. */
async function isMigrated(db: Db, engine: 'sqlite' | 'postgres'): Promise<boolean> {
  const { rows } =
    engine === 'sqlite'
      ? await sql`SELECT 1 FROM sqlite_master WHERE name = 'migrations'`.execute(db)
      : await sql`SELECT 1 WHERE to_regclass('migrations') IS NOT NULL`.execute(db)
  return rows.length > 0
}

const recentMs = 7 * 24 * 60 * 60_000

async function readInstitute(db: Db, { config, now }: Context): Promise<InstituteFacts> {
  const staff = await listStaff(db)
  const due = await db
    .selectFrom('mails')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      sql<number | null>`MIN(CASE WHEN tries > 0 THEN created_at ELSE next_try_at END)`.as(
        'oldest',
      ),
    ])
    .where('state', '=', 'queued')
    .where((eb) => eb.or([eb('next_try_at', '<=', now), eb('tries', '>', 0)]))
    .where((eb) => eb.not(isSuppressed(eb)))
    .executeTakeFirstOrThrow()
  const failed = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'failed')
    .where('created_at', '>', now - recentMs)
    .executeTakeFirstOrThrow()
  return {
    staff: staff.map((member) => ({
      isOwner: member.staffRole === 'owner',
      isDisabled: member.isDisabled,
      hasPassword: member.passwordHash !== null,
      oneTimeExpiresAt: member.oneTime?.expiresAt ?? null,
      hasSecondFactor: member.hasSecondFactor,
    })),
    dueEmails: { count: due.count, oldestDueAt: due.oldest },
    failedEmails: failed.count,
    pictures: await readPictures(db, config),
    unnamedProxy: await findUnnamedProxy(db),
    clock: await readClock(db, openMachineClock()),
  }
}

async function findUnnamedProxy(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('heartbeats')
    .select('unnamed_proxy')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.unnamed_proxy ?? null
}
