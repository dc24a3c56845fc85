import { describeReason } from '#core/live/actions.ts'
import { changeOpenMessages } from '../attempts/message-queries.ts'
import { type Db, toBatches } from '../database/database.ts'
import type { SkippedAttempts } from './skipped-attempts.ts'

const idsPerStatement = 500

/** Erases the words of each action that names one of these attempts, for all of its attempts. */
export async function eraseWordsOfActions(tx: Db, attemptIds: readonly string[]): Promise<void> {
  for (const actionId of await listActionsNaming(tx, attemptIds)) await eraseWords(tx, actionId)
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
    (JSON.parse(not_done) as SkippedAttempts[]).some((one) =>
      one.attemptIds.some((id) => sought.has(id)),
    ),
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
