import type { Db } from '../deps.ts'

type Job = () => Promise<unknown>

const waiting = new WeakMap<object, Job[]>()

/**
 * On PostgreSQL the job waits until everything else of the transaction is done: a lock that all
 * transactions share is then held only for the commit, and never while waiting for a row. SQLite
 * has one writer at a time, and the job runs at once.
 */
export async function runLast(tx: Db, job: Job): Promise<void> {
  const jobs = waiting.get(tx)
  if (jobs) jobs.push(job)
  else await job()
}

/** Runs the transaction's work, then what was kept for the end. */
export async function withLastJobs<T>(tx: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const jobs: Job[] = []
  waiting.set(tx, jobs)
  const result = await work(tx)
  waiting.delete(tx)
  for (const job of jobs) await job()
  return result
}
