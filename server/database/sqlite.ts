import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Database } from './database.ts'
import { explainDamage, refuseMissingDatabase } from './database-file.ts'
import { isClean, markClean, markUnclean, openFileCleaner } from './file-cleaner.ts'
import { createGroupCommit } from './group-commit.ts'
import { migrateSqlite } from './migrate.ts'
import type { Print } from './migration-progress.ts'
import { runDirectly } from './prepared-query.ts'
import { readInSnapshots } from './read-snapshot.ts'
import { createRowCache, type GetCached } from './row-cache.ts'
import type { Tables } from './tables.ts'

type SqliteOptions = {
  readonly dataDir: string
  /** The disk failed to store data: nothing may be acknowledged any more. */
  readonly onDiskFault: (error: unknown) => void
  /** Erased rows are still in the file; cleaning is retried. */
  readonly onCleaningFailure?: (error: unknown) => void
  /** Takes a line about what makes the start long. */
  readonly print?: Print | undefined
}

/** Durable against a power cut: WAL with `synchronous = FULL`. */
export async function openSqlite({
  dataDir,
  onDiskFault,
  onCleaningFailure = () => {},
  print,
}: SqliteOptions): Promise<Database> {
  mkdirSync(dataDir, { recursive: true })
  refuseMissingDatabase(dataDir)
  const file = join(dataDir, 'institute.db')
  const { writer, isNew } = await openMigrated(file, print).catch((error) => {
    throw explainDamage(error, dataDir)
  })
  const reader = open(file, true)
  const snapshots = readInSnapshots(reader)
  const cache = createRowCache({ writer, onForeignCommit: snapshots.end })
  const read = createKysely(snapshots.prepare, cache.get)
  const tx = createKysely((sql) => writer.prepare(sql), cache.getInTransaction)
  const onCommit = () => {
    snapshots.end()
    cache.recordCommit()
  }
  const onBegin = cache.beginTransaction
  const groupCommit = createGroupCommit({ sqlite: writer, tx, onBegin, onCommit, onDiskFault })
  const totalChanges = writer.prepare('SELECT total_changes()').pluck()
  const cleaner = openFileCleaner({ file, onFailure: onCleaningFailure })
  // From an older version, or from a process that was killed after an erasure.
  if (!isClean(writer)) cleaner.request()
  return {
    engine: 'sqlite',
    isNew,
    read,
    write: groupCommit.write,
    async erase(job) {
      const result = await groupCommit.write(async (tx) => {
        const before = totalChanges.get()
        const erased = await job(tx)
        if (totalChanges.get() !== before) markUnclean(writer)
        return erased
      })
      if (!isClean(writer)) cleaner.request()
      return result
    },
    clean: cleaner.clean,
    findRoom: () => findRoom(dataDir),
    async close() {
      await groupCommit.waitUntilIdle()
      await cleaner.close()
      await Promise.all([read.destroy(), tx.destroy()])
      reader.close()
      writer.close()
    },
  }
}

async function openMigrated(file: string, print?: Print) {
  const hasFile = existsSync(file)
  const writer = open(file, false)
  if (!hasFile) markClean(writer)
  const isNew = await migrateSqlite(writer, print)
  truncateLog(writer, file)
  syncFolder(dirname(file))
  return { writer, isNew }
}

/**
 * The log of commits is a new file at each start. SQLite syncs its name, too, but ignores it if that
 * fails: a power cut would then take the whole log, with all that was acknowledged.
 */
function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function open(file: string, readonly: boolean) {
  const sqlite = new Sqlite(file, { readonly, timeout: 0 })
  if (!readonly) sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // Erased is erased: deleted rows are overwritten, and no copy of a row goes to a temporary file.
  sqlite.pragma('secure_delete = ON')
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma('cache_size = -16000')
  return sqlite
}

const longLogBytes = 8 * 1024 * 1024

/** Truncates a long log left by the last run, which would slow down the start. */
function truncateLog(writer: Sqlite.Database, file: string) {
  const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (size < longLogBytes) writer.pragma('wal_checkpoint(TRUNCATE)')
}

/** A megabyte, in a file that is gone at once. */
async function findRoom(dataDir: string): Promise<void> {
  const file = join(dataDir, 'room')
  try {
    await writeFile(file, Buffer.alloc(1024 * 1024))
  } finally {
    await rm(file, { force: true })
  }
}

const maxStatements = 300

/** Prepares each SQL text once; Kysely's driver would prepare it for each call. */
function createKysely(
  prepareStatement: (sql: string) => unknown,
  getCached: GetCached,
): Kysely<Tables> {
  const statements = new Map<string, unknown>()
  const prepare = (sql: string) => {
    const cached = statements.get(sql)
    if (cached) return cached
    const statement = prepareStatement(sql)
    if (statements.size >= maxStatements) statements.clear()
    statements.set(sql, statement)
    return statement
  }
  const database = { prepare, close() {} } as unknown as Sqlite.Database
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  runDirectly(db, { prepare: database.prepare, getCached })
  return db
}
