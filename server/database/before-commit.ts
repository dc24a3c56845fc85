import type { Db } from './database.ts'

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
