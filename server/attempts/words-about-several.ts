import type { AuditDetail } from '#contract/audit-log.ts'
import { describeReason } from '#core/live/actions.ts'
import { type Db, toBatches } from '../database/database.ts'
import { changeOpenMessages } from './message-queries.ts'
import type { NotDone } from './not-done.ts'

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
  for (const actionId of await listActionsNaming(tx, attemptIds)) await eraseWords(tx, actionId)
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

/** Also those that could not be done for them. */
async function listActionsNaming(tx: Db, attemptIds: readonly string[]): Promise<Set<string>> {
  const done = await tx
    .selectFrom('live_action_attempts')
    .select('action_id')
    .where('attempt_id', 'in', attemptIds)
    .execute()
  const incomplete = await tx
    .selectFrom('live_actions')
    .select(['id', 'not_done'])
    .where('not_done', '!=', '[]')
    .execute()
  const sought = new Set(attemptIds)
  const notDone = incomplete.filter(({ not_done }) =>
    (JSON.parse(not_done) as NotDone[]).some((one) => one.attemptIds.some((id) => sought.has(id))),
  )
  return new Set([...done.map((row) => row.action_id), ...notDone.map(({ id }) => id)])
}

async function eraseWords(tx: Db, actionId: string) {
  const shown = await tx
    .selectFrom('live_action_attempts')
    .innerJoin('live_actions', 'live_actions.id', 'live_action_attempts.action_id')
    .select('attempt_id')
    .where('action_id', '=', actionId)
    .where('message', 'is not', null)
    .where('carried_out_at', 'is not', null)
    .where('put_away_at', 'is', null)
    .where('state', '!=', 'undone')
    .execute()
  await changeOpenMessages(
    tx,
    shown.map((row) => row.attempt_id),
    -1,
  )
  await tx
    .updateTable('live_action_attempts')
    .set({ reason_text: null, message: null })
    .where('action_id', '=', actionId)
    .execute()
}

type SharedWords = { readonly why: string; readonly note: string | null }

/** The words that lie beside live actions, by the action, as long as they are kept. */
export async function listWordsOfActions(
  db: Db,
  actionIds: readonly string[],
): Promise<ReadonlyMap<string, SharedWords>> {
  const words = new Map<string, SharedWords>()
  for (const ids of toBatches(actionIds, idsPerStatement)) {
    const rows = await db
      .selectFrom('live_action_attempts')
      .innerJoin('live_actions', 'live_actions.id', 'live_action_attempts.action_id')
      .select(['action_id', 'reason', 'reason_text', 'message'])
      .distinct()
      .where('action_id', 'in', ids)
      .execute()
    for (const { action_id, reason, reason_text, message: note } of rows)
      words.set(action_id, { why: describeReason(reason, reason_text), note })
  }
  return words
}

/** Those of decisions, by the decision and its moment: taking one back leaves other words. */
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
