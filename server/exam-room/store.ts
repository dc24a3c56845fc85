import type { EventKind } from '#core/integrity.ts'
import type { AttemptEventRow } from '../database/tables.ts'
import type { Db } from '../deps.ts'

export async function addEvent(tx: Db, event: AttemptEventRow) {
  await tx.insertInto('attempt_events').values(event).execute()
}

/** Oldest first. */
export async function eventsOf(db: Db, attemptId: string): Promise<AttemptEventRow[]> {
  return db
    .selectFrom('attempt_events')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** Those that count: a reopened attempt begins with a clean sheet. */
export async function eventsSince(
  db: Db,
  attemptId: string,
  reopenedAt: number | null,
): Promise<{ kind: EventKind; at: number }[]> {
  return db
    .selectFrom('attempt_events')
    .select(['kind', 'at'])
    .where('attempt_id', '=', attemptId)
    .where('received_at', '>=', reopenedAt ?? 0)
    .execute()
}

export async function addGrant(
  tx: Db,
  grant: { id: string; examId: string; studentId: string },
  at: number,
) {
  await tx
    .insertInto('grants')
    .values({
      id: grant.id,
      exam_id: grant.examId,
      student_id: grant.studentId,
      created_at: at,
    })
    .execute()
}
