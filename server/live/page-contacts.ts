import type { Deps } from '../deps.ts'
import { listKeptSignals } from '../presence/attempt-contacts.ts'
import {
  type ContactLog,
  type PresenceSignals,
  watchSignal,
  watchSignalEveryMs,
} from '../presence/contact-log.ts'
import type { PageContacts } from './attempt-rows.ts'

/**
 * Contacts of pages: received by this process, before its start and, on PostgreSQL, by the others.
 */
export function createPageContacts({ db }: Pick<Deps, 'db'>, contacts: ContactLog): PageContacts {
  let sentAt = Number.NEGATIVE_INFINITY

  async function tellOthers() {
    if (!db.signals || performance.now() - sentAt < watchSignalEveryMs) return
    sentAt = performance.now()
    await db.signals.send(watchSignal)
  }

  async function findSignals(attemptIds: readonly string[]) {
    await tellOthers()
    const isAlone = db.engine === 'sqlite'
    const isKnown = (id: string) => isAlone && contacts.getSignals(id) !== undefined
    const kept = await listKeptSignals(
      db,
      attemptIds.filter((id) => !isKnown(id)),
    )
    const found = new Map<string, PresenceSignals>()
    for (const id of attemptIds) {
      const own = contacts.getSignals(id)
      const other = kept.get(id)
      const latest = !other || (own && own.lastAt >= other.lastAt) ? own : other
      if (latest) found.set(id, latest)
    }
    return found
  }

  return { listening: contacts.listening, findSignals }
}
