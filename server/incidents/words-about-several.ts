import type { AuditDetail } from '#contract/audit-log.ts'
import { type Db, toBatches } from '../database/database.ts'
import { eraseWordsOfActions } from '../live/words-of-actions.ts'

const idsPerStatement = 500

/**
 * Nobody can tell whom words are about that were written for several students: they go with the
 * first of these who is erased. Call it before the accounts are gone.
 */
export async function eraseSharedWords(tx: Db, studentIds: readonly string[]): Promise<void> {
  const rows = await tx
    .selectFrom('attempts')
    .select('id')
    .where('student_id', 'in', studentIds)
    .execute()
  const attemptIds = rows.map(({ id }) => id)
  if (attemptIds.length === 0) return
  await eraseWordsOfActions(tx, attemptIds)
  await tx
    .updateTable('incident_decisions')
    .set({ why: '' })
    .where('decision_id', 'in', (eb) =>
      eb
        .selectFrom('incident_decisions as own')
        .select('own.decision_id')
        .where('own.attempt_id', 'in', attemptIds),
    )
    .execute()
}

/** The words of decisions, by the decision and its moment: taking one back leaves other words. */
export async function listWordsOfDecisions(
  db: Db,
  decisionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const words = new Map<string, string>()
  for (const ids of toBatches(decisionIds, idsPerStatement)) {
    const rows = await db
      .selectFrom('incident_decisions')
      .select(['decision_id', 'decided_at', 'why'])
      .distinct()
      .where('decision_id', 'in', ids)
      .where('why', '!=', '')
      .execute()
    for (const { decision_id, decided_at, why } of rows)
      words.set(`${decision_id} ${decided_at}`, why)
  }
  return words
}

export type AuditedWords = {
  readonly detail: AuditDetail
  readonly values: { readonly why?: string }
}

/** The audit log keeps words with the one student they are about; for several they lie in the rows. */
export function toAuditedWords(
  { decisionId: decision, why }: { readonly decisionId: string; readonly why: string },
  count: number,
): AuditedWords {
  return count === 1
    ? { detail: { decision }, values: { why } }
    : { detail: { decision, count }, values: {} }
}
