import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

/**
 * A lock that the system lets go of when the process dies, however it dies.
 * @returns a function that gives it back, or null if another process has the folder.
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
