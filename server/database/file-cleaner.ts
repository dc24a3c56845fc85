import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Database as Sqlite } from 'better-sqlite3'

export type CleaningRequest = { readonly file: string; readonly canWaitForExams: boolean }
export type CleaningResult = { readonly isRewritten: boolean; readonly isLogTruncated: boolean }

const waitMs = 500
const retryMs = 5_000
/** A large file waits until no exam is running, but not for ever. */
const retryAfterExamMs = 60_000
const maxWaitMs = 24 * 60 * 60_000
const closeTimeoutMs = 3_000

type FileCleanerOptions = {
  readonly file: string
  readonly onFailure: (error: unknown) => void
}

export type FileCleaner = {
  /** Cleans soon; requests that come before the run starts share it. */
  request(): void
  /** Cleans now and resolves when the file is clean. */
  clean(): Promise<void>
  close(): Promise<void>
}

/**
 * Overwriting what is deleted is not enough: where SQLite rebalances a page it leaves copies of
 * rows behind in the unused part (tried). After an erasure the whole file is rewritten and the log
 * truncated, in a separate thread; writers wait without blocking the event loop.
 */
export function openFileCleaner({ file, onFailure }: FileCleanerOptions): FileCleaner {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<boolean> | null = null
  let isRequested = false
  let uncleanSince: number | null = null
  let isClosed = false

  function schedule(ms: number) {
    if (isClosed) return
    clearTimeout(timer)
    timer = setTimeout(() => void run(), ms).unref()
  }

  function run(canWaitForExams = true): Promise<boolean> {
    isRequested = false
    uncleanSince ??= performance.now()
    const isLate = performance.now() - uncleanSince > maxWaitMs
    const request = { file, canWaitForExams: canWaitForExams && !isLate }
    running ??= runInWorker(request)
      .catch((error) => {
        onFailure(error)
        return { isRewritten: false, isLogTruncated: false }
      })
      .then(({ isRewritten, isLogTruncated }) => {
        running = null
        if (isRewritten) uncleanSince = null
        if (!isLogTruncated) schedule(retryMs)
        else if (isRequested) schedule(waitMs)
        else if (!isRewritten) schedule(retryAfterExamMs)
        return isRewritten && isLogTruncated
      })
    return running
  }

  return {
    request() {
      if (isRequested) return
      isRequested = true
      if (!running) schedule(waitMs)
    },
    async clean() {
      await running
      clearTimeout(timer)
      while (!isClosed && !(await run(false))) {
        await sleep(waitMs)
      }
    },
    /** An interrupted run is repeated at the next start. */
    async close() {
      isClosed = true
      clearTimeout(timer)
      if (!running) return
      await Promise.race([running, sleep(closeTimeoutMs, null, { ref: false })])
    },
  }
}

async function runInWorker(request: CleaningRequest): Promise<CleaningResult> {
  const worker = new Worker(new URL('./file-cleaner-worker.ts', import.meta.url), {
    workerData: request,
  })
  try {
    const [result] = (await once(worker, 'message')) as [CleaningResult]
    return result
  } finally {
    await worker.terminate()
  }
}

/** `PRAGMA user_version` of a file that holds nothing erased; files of older versions have 0. */
const cleanVersion = 1

export function isClean(sqlite: Sqlite): boolean {
  return readVersion(sqlite) === cleanVersion
}

/** Runs in the transaction that erases, so that the file is cleaned even after a crash. */
export function markUnclean(sqlite: Sqlite): void {
  const version = readVersion(sqlite)
  // A new number each time, so that rows erased while the file is rewritten are not taken for
  // clean.
  sqlite.pragma(`user_version = ${version <= cleanVersion ? cleanVersion + 1 : version + 1}`)
}

export function markClean(sqlite: Sqlite): void {
  sqlite.pragma(`user_version = ${cleanVersion}`)
}

export function readVersion(sqlite: Sqlite): number {
  return Number(sqlite.pragma('user_version', { simple: true }))
}
