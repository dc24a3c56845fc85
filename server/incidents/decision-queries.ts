import type { Insertable } from 'kysely'
import type { Db } from '../database/database.ts'
import type { IncidentDecisionRow } from '../database/tables.ts'

export async function saveDecisions(tx: Db, rows: readonly Insertable<IncidentDecisionRow>[]) {
  for (const row of rows) {
    await tx
      .insertInto('incident_decisions')
      .values(row)
      .onConflict((clash) => clash.column('incident_id').doUpdateSet(row))
      .execute()
  }
}

export function listDecisionRows(db: Db, decisionId: string) {
  return db
    .selectFrom('incident_decisions')
    .innerJoin('attempts', 'attempts.id', 'incident_decisions.attempt_id')
    .selectAll('incident_decisions')
    .select(['attempts.exam_id', 'attempts.student_id'])
    .where('decision_id', '=', decisionId)
    .where('outcome', '!=', reverted)
    .orderBy('incident_id')
    .execute()
}

/** In place of an outcome: the incident is open again, and the row has the words of taking back. */
export const reverted = 'taken-back'

export async function markReverted(
  tx: Db,
  decisionId: string,
  { why, at, by }: { readonly why: string; readonly at: number; readonly by: string | null },
) {
  await tx
    .updateTable('incident_decisions')
    .set({ outcome: reverted, why, given_ms: null, decided_at: at, decided_by: by })
    .where('decision_id', '=', decisionId)
    .execute()
}

/** @returns whether there is that decision */
export async function saveDismissal(
  tx: Db,
  {
    incidentIds,
    decidedAt,
  }: { readonly incidentIds: readonly string[]; readonly decidedAt: number },
  dismissedAt: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('incident_decisions')
    .set({ dismissed_at: dismissedAt })
    .where('incident_id', 'in', incidentIds)
    .where('decided_at', '=', decidedAt)
    .where('outcome', '!=', reverted)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function addStatement(
  tx: Db,
  statement: { incidentId: string; attemptId: string; text: string; at: number },
) {
  await tx
    .insertInto('incident_statements')
    .values({
      incident_id: statement.incidentId,
      attempt_id: statement.attemptId,
      text: statement.text,
      written_at: statement.at,
    })
    .execute()
}
