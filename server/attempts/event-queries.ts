import type { Db } from '../database/database.ts'
import type { AttemptEventRow } from '../database/tables.ts'

export async function addEvent(tx: Db, event: AttemptEventRow) {
  await tx.insertInto('attempt_events').values(event).execute()
}

/** Another process may have noticed the same. */
export async function addNoticedEvents(tx: Db, events: readonly AttemptEventRow[]) {
  await tx
    .insertInto('attempt_events')
    .values(events)
    .onConflict((clash) => clash.doNothing())
    .execute()
}

export async function saveEventDuration(tx: Db, eventId: string, durationMs: number) {
  await tx
    .updateTable('attempt_events')
    .set({ duration_ms: durationMs })
    .where('id', '=', eventId)
    .execute()
}

/** Ends the pause that lasts. */
export async function savePauseEnd(tx: Db, attemptId: string, at: number) {
  await tx
    .updateTable('attempt_events')
    .set((eb) => ({ duration_ms: eb(eb.val(at), '-', eb.ref('at')) }))
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'pause')
    .where('duration_ms', 'is', null)
    .execute()
}

/** Oldest first. */
export async function listEvents(db: Db, attemptId: string): Promise<AttemptEventRow[]> {
  return db
    .selectFrom('attempt_events')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
