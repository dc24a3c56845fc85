import type { LogFn } from 'pino'
import type { Database } from './database.ts'
import { getErrorCode } from './database-file.ts'

/** In SQLite's words or PostgreSQL's. */
export function isDiskFull(error: unknown): boolean {
  const code = getErrorCode(error)
  return code.startsWith('SQLITE_FULL') || code === '53100'
}

/** The database, each of whose writes that finds the disk full is noted. */
export function watchForFullDisk(db: Database, note: (error: unknown) => void): Database {
  const watch =
    (write: Database['write']): Database['write'] =>
    (job) =>
      write(job).catch((error) => {
        if (isDiskFull(error)) note(error)
        throw error
      })
  return { ...db, write: watch(db.write), erase: watch(db.erase) }
}

/**
 * For pino: on a full disk hundreds of calls and jobs fail in the same way. The heartbeat says when
 * that begins and when it ends.
 */
export function leaveOutFullDisk(args: Parameters<LogFn>, log: LogFn): void {
  const [fields] = args as readonly unknown[]
  const error = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : null
  if (!isDiskFull(error)) log(...args)
}
