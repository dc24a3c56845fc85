import { listSharedSigns } from '../attempts/attempt-contacts.ts'
import {
  type ContactLog,
  type Signs,
  watchSignal,
  watchSignalEveryMs,
} from '../attempts/contact-log.ts'
import type { Deps } from '../deps.ts'
import type { FindSigns } from './live-table.ts'

/** Who was heard of: by this process and, on PostgreSQL, by the others. */
export function createFindSigns({ db }: Pick<Deps, 'db'>, contacts: ContactLog): FindSigns {
  let sentAt = Number.NEGATIVE_INFINITY

  async function tellOthers() {
    if (!db.signals || performance.now() - sentAt < watchSignalEveryMs) return
    sentAt = performance.now()
    await db.signals.send(watchSignal)
  }

  return async (attemptIds) => {
    await tellOthers()
    const shared = db.engine === 'postgres' ? await listSharedSigns(db.read, attemptIds) : null
    const found = new Map<string, Signs>()
    for (const id of attemptIds) {
      const own = contacts.getSigns(id)
      const other = shared?.get(id)
      const latest = !other || (own && own.lastAt >= other.lastAt) ? own : other
      if (latest) found.set(id, latest)
    }
    return found
  }
}
