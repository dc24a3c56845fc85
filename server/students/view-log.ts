import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'

/** A page that is viewed again, or refetches by itself, is one view. */
const viewWindowMs = 10 * 60_000
const maxRemembered = 1_000

/**
 * Writes to the audit log that somebody looked at a student's details. A failure to write does not
 * block the page: on a full disk reading goes on.
 */
export function openViewLog({ db, now, newId, log }: Deps) {
  const lastViewedAt = new Map<string, number>()
  return async (actor: Actor, studentId: string): Promise<void> => {
    const at = now()
    const view = `${actor.id} ${studentId}`
    const before = lastViewedAt.get(view)
    if (before !== undefined && at - before < viewWindowMs) return
    if (lastViewedAt.size >= maxRemembered) lastViewedAt.clear()
    lastViewedAt.set(view, at)
    const event = { actor, action: 'student.viewed', subject: studentId } as const
    await db
      .write((tx) => audit(tx, { newId }, event, at))
      .catch((err) => {
        lastViewedAt.delete(view)
        log.warn({ err }, 'a view of a student was not written to the audit log')
      })
  }
}
