import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { getErrorCode, refuseReadOnlyFolder } from './database-file.ts'

/**
 * The operating system releases this lock when the process ends, in whatever way.
 * @returns a function that releases it, or null if another process uses the folder.
 * @throws if the folder, or a file of the database in it, is read-only.
 */
export function acquireInstanceLock(dataDir: string): (() => void) | null {
  mkdirSync(dataDir, { recursive: true })
  refuseReadOnlyFolder(dataDir)
  const lock = new Sqlite(join(dataDir, 'instance.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return () => lock.close()
  } catch (error) {
    lock.close()
    if (getErrorCode(error).startsWith('SQLITE_BUSY')) return null
    throw error
  }
}

export function describeFolderInUse(dataDir: string): string {
  return `Another process is using the folder ${dataDir}.`
}
