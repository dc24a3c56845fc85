import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A connection to read on, or a transaction to write in. */
export type Db = Kysely<Tables>

export type Database = {
  readonly engine: 'sqlite' | 'postgres'
  /** Sees committed rows only. */
  readonly read: Db
  /**
   * Runs the job in a transaction and answers after the commit is on disk. Nothing but the
   * database may be awaited inside: no mail, no image, no hash.
   */
  write<T>(job: (tx: Db) => Promise<T>): Promise<T>
  /** As `write`; what the job deleted is also gone from the database's files soon afterwards. */
  erase<T>(job: (tx: Db) => Promise<T>): Promise<T>
  /** Cleans those files now and resolves when done. On PostgreSQL, vacuum does this. */
  clean(): Promise<void>
  close(): Promise<void>
}
