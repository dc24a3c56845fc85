import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

/**
 * The operating system releases this lock when the process ends, in whatever way.
 * @returns a function that releases it, or null if another process uses the folder.
 */
export function acquireInstanceLock(dataDir: string): (() => void) | null {
  mkdirSync(dataDir, { recursive: true })
  const lock = new Sqlite(join(dataDir, 'instance.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return () => lock.close()
  } catch {
    lock.close()
    return null
  }
}

export function describeFolderInUse(dataDir: string): string {
  return `Another process is using the folder ${dataDir}.`
}
