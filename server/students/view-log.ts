import { type Actor, audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'

/** A page that is looked at again, or asks anew by itself, is one view. */
const oneViewMs = 10 * 60_000
const mostKept = 1_000

/**
 * Writes to the audit log that somebody looked at a student's details. Nobody is kept from them
 * because that cannot be written: on a full disk reading goes on.
 */
export function openViewLog({ db, now, newId, log }: Deps) {
  const seen = new Map<string, number>()
  return async (actor: Actor, studentId: string): Promise<void> => {
    const at = now()
    const view = `${actor.id} ${studentId}`
    const before = seen.get(view)
    if (before !== undefined && at - before < oneViewMs) return
    if (seen.size >= mostKept) seen.clear()
    seen.set(view, at)
    const event = { actor, action: 'student.viewed', subject: studentId } as const
    await db
      .write((tx) => audit(tx, { newId }, event, at))
      .catch((err) => {
        seen.delete(view)
        log.warn({ err }, 'a view of a student was not written to the audit log')
      })
  }
}
