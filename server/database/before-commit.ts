import type { Db } from './database.ts'

type Job = () => Promise<unknown>

const pendingJobs = new WeakMap<object, Job[]>()

/**
 * On PostgreSQL the job waits until everything else of the transaction is done: a lock that all
 * transactions share is then held only for the commit, and never while waiting for a row. SQLite
 * has one writer at a time, and the job runs at once.
 */
export async function runBeforeCommit(tx: Db, job: Job): Promise<void> {
  const jobs = pendingJobs.get(tx)
  if (jobs) jobs.push(job)
  else await job()
}

/** Runs the transaction's work, then what was kept for the end. */
export async function runWithBeforeCommitJobs<T>(tx: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const jobs: Job[] = []
  pendingJobs.set(tx, jobs)
  const result = await work(tx)
  pendingJobs.delete(tx)
  for (const job of jobs) await job()
  return result
}
