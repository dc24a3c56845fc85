import type { ActionState } from '#core/live/actions.ts'
import { type Db, lockRow, toBatches } from '../database/database.ts'
import { castToText, preparedQuery } from '../database/prepared-query.ts'
import type { LiveActionAttemptRow, LiveActionRow } from '../database/tables.ts'
import { type AttemptRecord, toAttemptRecord } from './attempt-record.ts'

const rowsPerStatement = 500

/** With its words, which lie beside each attempt. */
export type LiveActionRecord = LiveActionRow & Pick<LiveActionAttemptRow, 'reason_text' | 'message'>

export async function addLiveAction(
  tx: Db,
  { reason_text, message, ...action }: LiveActionRecord,
  attemptIds: readonly string[],
  carriedOutAt: number | null,
) {
  await tx.insertInto('live_actions').values(action).execute()
  for (const ids of toBatches(attemptIds, rowsPerStatement)) {
    const rows = ids.map((id) => ({
      ...{ action_id: action.id, attempt_id: id, reason_text, message },
      ...{ carried_out_at: carriedOutAt, put_away_at: null },
    }))
    await tx.insertInto('live_action_attempts').values(rows).execute()
  }
}

function selectActions(db: Db) {
  return db
    .selectFrom('live_actions')
    .selectAll('live_actions')
    .select((eb) => {
      const selectWords = (column: 'reason_text' | 'message') =>
        eb
          .selectFrom('live_action_attempts')
          .select(`live_action_attempts.${column}`)
          .whereRef('live_action_attempts.action_id', '=', 'live_actions.id')
          .limit(1)
          .as(column)
      return [selectWords('reason_text'), selectWords('message')]
    })
}

export async function findLiveAction(db: Db, id: string): Promise<LiveActionRecord | undefined> {
  return selectActions(db).where('live_actions.id', '=', id).executeTakeFirst()
}

/** Nobody else undoes it or carries it out until the transaction ends. */
export async function lockLiveAction(tx: Db, id: string): Promise<LiveActionRecord | undefined> {
  await tx
    .selectFrom('live_actions')
    .select('id')
    .where('id', '=', id)
    .$call(lockRow(tx))
    .executeTakeFirst()
  return findLiveAction(tx, id)
}

export async function saveActionState(tx: Db, id: string, state: ActionState) {
  const set = { state, actor_address: null }
  await tx.updateTable('live_actions').set(set).where('id', '=', id).execute()
}

/** Those whose time for undoing is over, oldest first. */
export async function listDueActions(db: Db, at: number): Promise<string[]> {
  const rows = await db
    .selectFrom('live_actions')
    .select('id')
    .where('state', '=', 'waiting')
    .where('undo_until', '<', at)
    .orderBy('undo_until')
    .execute()
  return rows.map(({ id }) => id)
}

export async function listActionAttempts(
  db: Db,
  actionId: string,
  { most, isCarriedOut }: { readonly most?: number; readonly isCarriedOut?: false } = {},
): Promise<string[]> {
  const rows = await db
    .selectFrom('live_action_attempts')
    .select('attempt_id')
    .where('action_id', '=', actionId)
    .$if(isCarriedOut === false, (query) => query.where('carried_out_at', 'is', null))
    .orderBy('attempt_id')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute()
  return rows.map((row) => row.attempt_id)
}

export async function markCarriedOut(tx: Db, actionId: string, attemptId: string, at: number) {
  await tx
    .updateTable('live_action_attempts')
    .set({ carried_out_at: at })
    .where('action_id', '=', actionId)
    .where('attempt_id', '=', attemptId)
    .execute()
}

/** In the order in which all calls lock attempts, without their answers. */
export async function listAttemptsToActOn(
  tx: Db,
  engine: 'sqlite' | 'postgres',
  examId: string,
  attemptIds: readonly string[],
): Promise<AttemptRecord[]> {
  const found: AttemptRecord[] = []
  for (const ids of toBatches([...new Set(attemptIds)].toSorted(), rowsPerStatement)) {
    const rows = await tx
      .selectFrom('attempts')
      .selectAll()
      .where('exam_id', '=', examId)
      .where('id', 'in', ids)
      .orderBy('id')
      .$if(engine === 'postgres', (query) => query.forUpdate())
      .execute()
    found.push(...rows.map(toAttemptRecord))
  }
  return found
}

export async function changeOpenMessages(tx: Db, attemptIds: readonly string[], by: 1 | -1) {
  for (const ids of toBatches(attemptIds, rowsPerStatement)) {
    await tx
      .updateTable('attempts')
      .set((eb) => ({ open_messages: eb('open_messages', '+', by) }))
      .where('id', 'in', ids)
      .execute()
  }
}

/** Also for students who have put it away: it was said by mistake. @returns whose screens had it */
export async function withdrawMessage(tx: Db, actionId: string, at: number): Promise<string[]> {
  const rows = await tx
    .updateTable('live_action_attempts')
    .set({ put_away_at: at })
    .where('action_id', '=', actionId)
    .where('put_away_at', 'is', null)
    .where('carried_out_at', 'is not', null)
    .returning('attempt_id')
    .execute()
  return rows.map((row) => row.attempt_id)
}

export type OpenMessage = { readonly id: string; readonly text: string; readonly at: number }

type OpenMessageRow = {
  readonly id: string
  readonly message: string | null
  readonly acted_at: number
}

/** Of a class that was sent one, each page asks until it is put away. */
const openMessages = preparedQuery<{ attemptId: string }, OpenMessageRow>((db, param) =>
  db
    .selectFrom('live_action_attempts')
    .innerJoin('live_actions', 'live_actions.id', 'live_action_attempts.action_id')
    .select(['live_actions.id', 'live_action_attempts.message', 'live_actions.acted_at'])
    .where('attempt_id', '=', castToText(param('attemptId')))
    .where('put_away_at', 'is', null)
    .where('carried_out_at', 'is not', null)
    .where('live_action_attempts.message', 'is not', null)
    .where('state', '!=', 'undone')
    .orderBy('acted_at')
    .orderBy('live_actions.id'),
)

/** Oldest first. */
export async function listOpenMessages(db: Db, attemptId: string): Promise<OpenMessage[]> {
  const rows = await openMessages(db, { attemptId })
  return rows.map(({ id, message, acted_at: at }) => ({ id, text: message ?? '', at }))
}

/** @returns false if it was put away before */
export async function savePutAway(
  tx: Db,
  { attemptId, messageId }: { readonly attemptId: string; readonly messageId: string },
  at: number,
): Promise<boolean> {
  const changed = await tx
    .updateTable('live_action_attempts')
    .set({ put_away_at: at })
    .where('action_id', '=', messageId)
    .where('attempt_id', '=', attemptId)
    .where('put_away_at', 'is', null)
    .where('carried_out_at', 'is not', null)
    .returning('attempt_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** With the attempts each is about, newest first. */
export async function listUndoableActions(db: Db, examId: string, since: number) {
  const actions = await selectActions(db)
    .leftJoin('accounts', 'accounts.id', 'live_actions.actor_id')
    .select('accounts.email')
    .where('exam_id', '=', examId)
    .where('undo_until', '>=', since)
    .orderBy('acted_at', 'desc')
    .orderBy('live_actions.id')
    .execute()
  return Promise.all(
    actions.map(async (action) => ({
      ...action,
      attemptIds: await listActionAttempts(db, action.id),
    })),
  )
}

/** What was done stays in the audit log. */
export async function eraseOldActions(tx: Db, until: number): Promise<void> {
  await tx.deleteFrom('live_actions').where('acted_at', '<=', until).execute()
}
