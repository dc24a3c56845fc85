import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import {
  type CleaningRequest,
  type CleaningResult,
  isClean,
  markClean,
  readVersion,
} from './file-cleaner.ts'

/** Rewritten in about 200 ms, which students taking an exam hardly notice. */
const smallBytes = 8 * 1024 * 1024
/** Up to this size the copy is made in memory, above it in an unnamed temporary file. */
const inMemoryBytes = 64 * 1024 * 1024
const lockTimeoutMs = 5_000
/** Waiting for readers blocks the writer, so the wait is short. */
const readerTimeoutMs = 50
const maxTries = 40
const pauseMs = 50

const { file, canWaitForExams } = workerData as CleaningRequest
const sqlite = new Sqlite(file, { fileMustExist: true, timeout: lockTimeoutMs })
try {
  sqlite.pragma('secure_delete = ON')
  const isRewritten = isClean(sqlite) || rewrite()
  const result: CleaningResult = { isRewritten, isLogTruncated: truncateLog() }
  parentPort?.postMessage(result)
} finally {
  sqlite.close()
}

function rewrite(): boolean {
  const { size } = statSync(file)
  if (canWaitForExams && size > smallBytes && isExamRunning()) return false
  const { bavail, bsize } = statfsSync(dirname(file))
  if (bavail * bsize < 2.5 * size) {
    throw new Error('Too little space to write the database anew; erased rows stay in its file.')
  }
  sqlite.pragma(`temp_store = ${size > inMemoryBytes ? 'FILE' : 'MEMORY'}`)
  const version = readVersion(sqlite)
  sqlite.exec('VACUUM')
  return sqlite
    .transaction(() => {
      if (readVersion(sqlite) !== version) return false
      markClean(sqlite)
      return true
    })
    .immediate()
}

function isExamRunning(): boolean {
  return (
    sqlite.prepare('SELECT 1 FROM attempts WHERE finished_at IS NULL LIMIT 1').get() !== undefined
  )
}

/** Most of the log is written into the file without blocking anybody; only its end needs a lock. */
function truncateLog(): boolean {
  for (let tries = 0; tries < maxTries; tries += 1) {
    sqlite.pragma('busy_timeout = 0')
    sqlite.pragma('wal_checkpoint(PASSIVE)')
    sqlite.pragma(`busy_timeout = ${readerTimeoutMs}`)
    const [{ busy } = { busy: 1 }] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    if (busy === 0) return true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
  }
  return false
}
