import { type Kysely, PostgresAdapter, type SelectQueryBuilder } from 'kysely'
import type { Signals } from './postgres-signals.ts'
import type { Tables } from './tables.ts'

/** A connection to read on, or a transaction to write in. */
export type Db = Kysely<Tables>

export type Database = {
  readonly engine: 'sqlite' | 'postgres'
  /** Its tables were made as it was opened. */
  readonly isNew: boolean
  /** Sees committed rows only. */
  readonly read: Db
  /**
   * Runs the job in a transaction and answers after the commit is on disk. Nothing but the
   * database may be awaited inside: no mail, no image, no hash.
   */
  write<T>(job: (tx: Db) => Promise<T>): Promise<T>
  /** As `write`; what the job deleted is also gone from the database's files soon afterwards. */
  erase<T>(job: (tx: Db) => Promise<T>): Promise<T>
  /** Only on PostgreSQL: SQLite has one process. */
  readonly signals?: Signals
  /** Cleans those files now and resolves when done. On PostgreSQL, vacuum does this. */
  clean(): Promise<void>
  /** @throws where the disk has no room for what an exam writes in a minute */
  findRoom(): Promise<void>
  close(): Promise<void>
}

/**
 * Locks the row until the transaction ends; `shared` locks keep out exclusive ones only. SQLite has
 * one writer at a time, so a plain read inside `db.write` does the same there.
 */
export function lockRow(db: Db, mode: 'exclusive' | 'shared' = 'exclusive') {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  return <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>) =>
    isPostgres ? addLock(query, mode) : query
}

function addLock<T extends keyof Tables, O>(
  query: SelectQueryBuilder<Tables, T, O>,
  mode: 'exclusive' | 'shared',
) {
  return mode === 'exclusive' ? query.forUpdate() : query.forShare()
}

type Job = () => Promise<unknown>

const pendingJobs = new WeakMap<object, Job[]>()

/**
 * On PostgreSQL the job runs last in its transaction, so that a lock shared by all transactions is
 * held only during the commit, never while waiting for a row. On SQLite, which has one writer at a
 * time, the job runs at once.
 */
export async function runBeforeCommit(tx: Db, job: Job): Promise<void> {
  const jobs = pendingJobs.get(tx)
  if (jobs) jobs.push(job)
  else await job()
}

/** Runs the transaction's work, then the jobs postponed to its end. */
export async function runWithBeforeCommitJobs<T>(tx: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const jobs: Job[] = []
  pendingJobs.set(tx, jobs)
  const result = await work(tx)
  pendingJobs.delete(tx)
  for (const job of jobs) await job()
  return result
}

/** Some at a time: an engine takes only so many values in one statement. */
export function* toBatches<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}
