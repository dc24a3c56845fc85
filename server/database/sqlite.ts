import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Database } from '../deps.ts'
import { isClean, markClean, markUnclean, openFileCleaner } from './file-cleaner.ts'
import { migrateSqlite } from './migrate.ts'
import { type KeptTables, runDirectly } from './prepared.ts'
import { readInSnapshots } from './read-snapshot.ts'
import { versionOfTables } from './table-version.ts'
import type { Tables } from './tables.ts'
import { openWriteLane } from './write-lane.ts'

type Given = {
  readonly dataDir: string
  /** The disk did not keep what it was given: nothing may be acknowledged any more. */
  readonly onDiskFault: (error: unknown) => void
  /** Erased rows are still in the file; it is tried again. */
  readonly onCleaningFailure?: (error: unknown) => void
}

/** Durable against a power cut: WAL with `synchronous = FULL`. */
export async function openSqlite({
  dataDir,
  onDiskFault,
  onCleaningFailure = () => {},
}: Given): Promise<Database> {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'institute.db')
  if (!existsSync(file) && existsSync(`${file}-wal`)) {
    throw new Error(`${file} is missing, but its log is there. Restore the file from a backup.`)
  }
  const isNew = !existsSync(file)
  const writer = open(file, false)
  if (isNew) markClean(writer)
  await migrateSqlite(writer)
  cutLog(writer, file)
  const reader = open(file, true)
  const snapshots = readInSnapshots(reader)
  const kept = versionOfTables({ writer, tables: keptTables, onOthers: snapshots.end })
  const read = kyselyOf(snapshots.prepare, kept.version)
  const tx = kyselyOf((sql) => writer.prepare(sql))
  const onCommit = () => {
    snapshots.end()
    kept.committed()
  }
  const lane = openWriteLane({ sqlite: writer, tx, onCommit, onDiskFault })
  const changesSoFar = writer.prepare('SELECT total_changes()').pluck()
  const cleaner = openFileCleaner({ file, onFailure: onCleaningFailure })
  // A file of an older version, or one whose process was killed after an erasure.
  if (!isClean(writer)) cleaner.request()
  return {
    engine: 'sqlite',
    read,
    write: lane.write,
    async erase(job) {
      const result = await lane.write(async (tx) => {
        const before = changesSoFar.get()
        const erased = await job(tx)
        if (changesSoFar.get() !== before) markUnclean(writer)
        return erased
      })
      if (!isClean(writer)) cleaner.request()
      return result
    },
    clean: cleaner.clean,
    async close() {
      await lane.idle()
      await cleaner.close()
      await Promise.all([read.destroy(), tx.destroy()])
      reader.close()
      writer.close()
    },
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

/** What the last run left in the log; a long one would hold up the start. */
function cutLog(writer: Sqlite.Database, file: string) {
  const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (size < longLogBytes) writer.pragma('wal_checkpoint(TRUNCATE)')
}

const keptTables: readonly (keyof KeptTables)[] = ['sessions', 'accounts']
const mostStatements = 300

/** A statement is prepared once for each text of SQL; Kysely's driver would do so for each call. */
function kyselyOf(prepareAnew: (sql: string) => unknown, version?: () => number): Kysely<Tables> {
  const statements = new Map<string, unknown>()
  const prepare = (sql: string) => {
    const kept = statements.get(sql)
    if (kept) return kept
    const statement = prepareAnew(sql)
    if (statements.size >= mostStatements) statements.clear()
    statements.set(sql, statement)
    return statement
  }
  const database = { prepare, close() {} } as unknown as Sqlite.Database
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  runDirectly(db, { prepare: database.prepare, version })
  return db
}
