import type { Database as Sqlite } from 'better-sqlite3'
import { OverloadedError } from '../overloaded-error.ts'
import type { Db } from './database.ts'
import { getErrorCode } from './database-file.ts'

const maxWaitMs = 5_000
const retryMs = 20
const maxTurns = 4

type Job = {
  /** When it arrived, by performance.now(). */
  since: number
  run: (tx: Db) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export type GroupCommit = {
  write<T>(job: (tx: Db) => Promise<T>): Promise<T>
  /** Resolves when all jobs so far are on disk. */
  waitUntilIdle(): Promise<void>
}

type GroupCommitOptions = {
  readonly sqlite: Sqlite
  /** Queries on the same connection. */
  readonly tx: Db
  /** The transaction has its lock; called again if it had to begin anew. */
  readonly onBegin: () => void
  readonly onCommit: () => void
  readonly onDiskFault: (error: unknown) => void
}

/**
 * Jobs that arrive together share one transaction and one fsync, and are answered only after the
 * commit. If one fails, all are rolled back and each runs again in its own savepoint, so that only
 * the faulty one fails. A job may therefore run twice and must do nothing but read and write.
 */
export function createGroupCommit({
  sqlite,
  tx,
  onBegin,
  onCommit,
  onDiskFault,
}: GroupCommitOptions): GroupCommit {
  const statements = prepareStatements(sqlite)
  let waiting: Job[] = []
  let isRunning = false

  async function begin(deadline: number) {
    await beginWithRetry(statements.begin, deadline)
    onBegin()
  }

  async function runGroup() {
    await waitForMoreJobs(() => waiting.length)
    const jobs = waiting
    waiting = []
    const deadline = (jobs[0]?.since ?? 0) + maxWaitMs
    try {
      await begin(deadline)
      const callbacks = (await runTogether(jobs, deadline)) ?? (await runApart(jobs))
      statements.commit()
      onCommit()
      for (const answer of callbacks) answer()
    } catch (error) {
      if (sqlite.inTransaction) statements.rollBack()
      // One moment for all, so that each job is either refused or tried again. The older ones give
      // up first.
      const failedAt = performance.now()
      const isOver = ({ since }: Job) =>
        !(error instanceof OverloadedError) || failedAt >= since + maxWaitMs
      for (const job of jobs.filter(isOver)) job.reject(error)
      waiting.unshift(...jobs.filter((job) => !isOver(job)))
      if (isDiskFault(error)) onDiskFault(error)
    }
    if (waiting.length > 0) setImmediate(runGroup)
    else isRunning = false
  }

  async function runTogether(
    jobs: readonly Job[],
    deadline: number,
  ): Promise<(() => void)[] | null> {
    const callbacks: (() => void)[] = []
    try {
      for (const job of jobs) callbacks.push(createAnswer(job, await job.run(tx)))
      return callbacks
    } catch (error) {
      // A full disk or a write error rolls back the whole transaction: nothing is acknowledged.
      if (!sqlite.inTransaction) throw error
      statements.rollBack()
      await begin(deadline)
      return null
    }
  }

  async function runApart(jobs: readonly Job[]): Promise<(() => void)[]> {
    const callbacks: (() => void)[] = []
    for (const job of jobs) {
      statements.savepoint()
      try {
        callbacks.push(createAnswer(job, await job.run(tx)))
      } catch (error) {
        if (!sqlite.inTransaction) throw error
        statements.undo()
        callbacks.push(() => job.reject(error))
      }
      statements.release()
    }
    return callbacks
  }

  return {
    write: <T>(run: (tx: Db) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const since = performance.now()
        waiting.push({ since, run, resolve: resolve as (value: unknown) => void, reject })
        if (isRunning) return
        isRunning = true
        setImmediate(runGroup)
      }),
    async waitUntilIdle() {
      while (isRunning) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Under load a class's calls arrive over several turns of the event loop: they share one fsync. */
async function waitForMoreJobs(count: () => number) {
  for (let turns = 0, seen = 0; turns < maxTurns && count() > seen; turns += 1) {
    seen = count()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/**
 * Prepared once: a group of one answer would spend a fifth of its time parsing these statements.
 */
function prepareStatements(sqlite: Sqlite) {
  const prepare = (sql: string) => {
    const statement = sqlite.prepare(sql)
    return () => statement.run()
  }
  return {
    begin: prepare('BEGIN IMMEDIATE'),
    commit: prepare('COMMIT'),
    savepoint: prepare('SAVEPOINT job'),
    release: prepare('RELEASE job'),
    undo: prepare('ROLLBACK TO job'),
    rollBack: prepare('ROLLBACK'),
  }
}

function createAnswer(job: Job, value: unknown): () => void {
  return () => job.resolve(value)
}

/** Another process may lock the file for seconds; wait without blocking the event loop. */
async function beginWithRetry(begin: () => void, deadline: number) {
  for (;;) {
    try {
      begin()
      return
    } catch (error) {
      if (!isLocked(error)) throw error
      if (performance.now() >= deadline) throw new OverloadedError(1)
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

function isLocked(error: unknown): boolean {
  return (
    getErrorCode(error).startsWith('SQLITE_BUSY') || getErrorCode(error).startsWith('SQLITE_LOCKED')
  )
}

function isDiskFault(error: unknown): boolean {
  return (
    getErrorCode(error).startsWith('SQLITE_IOERR') ||
    getErrorCode(error).startsWith('SQLITE_CORRUPT')
  )
}
