import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { AnswerBody } from './pending-answer.ts'

/** An attempt that has begun on this device: like the answers, ids and numbers only, no words. */
type OfflineAttemptRow = {
  readonly attemptId: string
  readonly testId: string
  /** The highest number given so far, in whatever window. */
  readonly lastSequence: number
  /** When the attempt ends, by the server's clock; rows of earlier builds lack it. */
  readonly endsAt?: number
  /** What those have instead: when an answer was last written down. */
  readonly touchedAt?: number
}

interface OfflineSchema extends DBSchema {
  answers: {
    key: [string, number]
    value: AnswerBody & { readonly attemptId: string }
    indexes: { attemptId: string }
  }
  attempts: { key: string; value: OfflineAttemptRow }
}

type OfflineDatabase = IDBPDatabase<OfflineSchema>

/** Slower than this, and we go on without: an exam does not wait for a disk. */
const timeoutMs = 1000

let openedDatabase: Promise<OfflineDatabase> | undefined

function openDatabase(): Promise<OfflineDatabase> {
  const reset = () => {
    openedDatabase = undefined
  }
  openedDatabase ??= openDB<OfflineSchema>('exam-room', 1, {
    upgrade(database) {
      const answers = database.createObjectStore('answers', { keyPath: ['attemptId', 'sequence'] })
      answers.createIndex('attemptId', 'attemptId')
      database.createObjectStore('attempts', { keyPath: 'attemptId' })
    },
    terminated: reset,
  })
  openedDatabase.catch(reset)
  return openedDatabase
}

/**
 * What is done on the device, or null: a private window may have no database, a full disk may take
 * nothing. Whoever calls has it in memory, too.
 */
export async function withDatabase<T>(
  task: (database: OfflineDatabase) => Promise<T>,
): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs)
  })
  try {
    return await Promise.race([openDatabase().then(task), timeout])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
