import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export type { DBSchema }

/** If storing takes longer, we go on without it: an exam does not wait for a disk. */
const timeoutMs = 1000

/**
 * Runs a task on a database of this device; resolves to null if it cannot: a private window may
 * have no database, a full disk may take nothing. The caller has the data in memory, too.
 */
export function createDeviceDatabase<Schema extends DBSchema>(
  name: string,
  createStores: (database: IDBPDatabase<Schema>) => void,
) {
  let opened: Promise<IDBPDatabase<Schema>> | undefined

  function open(): Promise<IDBPDatabase<Schema>> {
    const reset = () => {
      opened = undefined
    }
    opened ??= openDB<Schema>(name, 1, { upgrade: createStores, terminated: reset })
    opened.catch(reset)
    return opened
  }

  return async <T>(task: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), timeoutMs)
    })
    try {
      return await Promise.race([open().then(task), timeout])
    } catch {
      return null
    } finally {
      clearTimeout(timer)
    }
  }
}
