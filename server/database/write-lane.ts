import type { Database as Sqlite } from 'better-sqlite3'
import { Busy } from '../busy.ts'
import type { Db } from '../deps.ts'

const longestWaitMs = 5_000
const retryMs = 20
const mostTurns = 4

type Job = {
  run: (tx: Db) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export type WriteLane = {
  write<T>(job: (tx: Db) => Promise<T>): Promise<T>
  /** Resolves when everything given so far is on disk. */
  idle(): Promise<void>
}

type Given = {
  readonly sqlite: Sqlite
  /** Queries on the same connection. */
  readonly tx: Db
  readonly onCommit: () => void
  readonly onDiskFault: (error: unknown) => void
}

/**
 * Jobs that arrive together share one transaction and one fsync, and are answered only after the
 * commit. Where one of them fails, all is undone and each runs again in a savepoint of its own, so
 * that it fails alone: a job may run twice, and must do nothing but read and write.
 */
export function openWriteLane({ sqlite, tx, onCommit, onDiskFault }: Given): WriteLane {
  const step = stepsOf(sqlite)
  let waiting: Job[] = []
  let isUnderWay = false

  async function runGroup() {
    await untilNoneComes(() => waiting.length)
    const jobs = waiting
    waiting = []
    try {
      await beginOrGiveUp(step.begin)
      const settle = (await runTogether(jobs)) ?? (await runApart(jobs))
      step.commit()
      onCommit()
      for (const answer of settle) answer()
    } catch (error) {
      if (sqlite.inTransaction) step.rollBack()
      for (const job of jobs) job.reject(error)
      if (isDiskFault(error)) onDiskFault(error)
    }
    if (waiting.length > 0) setImmediate(runGroup)
    else isUnderWay = false
  }

  async function runTogether(jobs: readonly Job[]): Promise<(() => void)[] | null> {
    const settle: (() => void)[] = []
    try {
      for (const job of jobs) settle.push(answerOf(job, await job.run(tx)))
      return settle
    } catch (error) {
      // A full disk or a write error rolls the whole transaction back: nobody is answered.
      if (!sqlite.inTransaction) throw error
      step.rollBack()
      await beginOrGiveUp(step.begin)
      return null
    }
  }

  async function runApart(jobs: readonly Job[]): Promise<(() => void)[]> {
    const settle: (() => void)[] = []
    for (const job of jobs) {
      step.savepoint()
      try {
        settle.push(answerOf(job, await job.run(tx)))
      } catch (error) {
        if (!sqlite.inTransaction) throw error
        step.undo()
        settle.push(() => job.reject(error))
      }
      step.release()
    }
    return settle
  }

  return {
    write: <T>(run: (tx: Db) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ run, resolve: resolve as (value: unknown) => void, reject })
        if (isUnderWay) return
        isUnderWay = true
        setImmediate(runGroup)
      }),
    async idle() {
      while (isUnderWay) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Under load a class comes in over several turns of the event loop: one fsync for all of them. */
async function untilNoneComes(count: () => number) {
  for (let turns = 0, seen = 0; turns < mostTurns && count() > seen; turns += 1) {
    seen = count()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Prepared once: a group of one answer would spend a fifth of its time reading these words. */
function stepsOf(sqlite: Sqlite) {
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

function answerOf(job: Job, value: unknown): () => void {
  return () => job.resolve(value)
}

/** Another process may hold the file for seconds: wait without holding the event loop. */
async function beginOrGiveUp(begin: () => void) {
  const givesUpAt = performance.now() + longestWaitMs
  for (;;) {
    try {
      begin()
      return
    } catch (error) {
      if (!isLocked(error)) throw error
      if (performance.now() > givesUpAt) throw new Busy(1)
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function isLocked(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY') || codeOf(error).startsWith('SQLITE_LOCKED')
}

function isDiskFault(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_IOERR') || codeOf(error).startsWith('SQLITE_CORRUPT')
}
