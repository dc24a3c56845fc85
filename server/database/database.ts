import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** A connection to read on, or a transaction to write in. */
export type Db = Kysely<Tables>

export type Database = {
  readonly engine: 'sqlite' | 'postgres'
  /** Sees what is committed, never an open transaction. */
  readonly read: Db
  /**
   * Runs the job in a transaction and answers after the commit is on disk. Nothing but the
   * database may be awaited inside: no mail, no image, no hash.
   */
  write<T>(job: (tx: Db) => Promise<T>): Promise<T>
  /** As `write`; and soon after, nothing the job deleted is left in a file of the database. */
  erase<T>(job: (tx: Db) => Promise<T>): Promise<T>
  /** Cleans those files now and resolves when they are clean. On PostgreSQL its vacuum does it. */
  clean(): Promise<void>
  close(): Promise<void>
}
