import { sql } from 'kysely'
import {
  type ActionKind,
  type ActionState,
  type KeptReason,
  unfinishedStates,
} from '#core/live/actions.ts'
import { type Db, lockRow, toBatches } from '../database/database.ts'
import type { LiveActionAttemptRow, LiveActionRow } from '../database/tables.ts'
import type { SkippedAttempts } from './skipped-attempts.ts'

const rowsPerStatement = 500

/** With its words, which lie beside each attempt. */
export type LiveActionRecord = {
  readonly id: string
  readonly examId: string
  readonly kind: ActionKind
  readonly minutes: number | null
  readonly reason: KeptReason
  readonly reasonText: string | null
  readonly message: string | null
  readonly notDone: readonly SkippedAttempts[]
  readonly actorId: string | null
  readonly actorAddress: string | null
  readonly actedAt: number
  readonly undoUntil: number
  readonly state: ActionState
}

type ActionWithWords = LiveActionRow & Pick<LiveActionAttemptRow, 'reason_text' | 'message'>

function toRecord(row: ActionWithWords): LiveActionRecord {
  return {
    id: row.id,
    examId: row.exam_id,
    kind: row.kind,
    minutes: row.minutes,
    reason: row.reason,
    reasonText: row.reason_text,
    message: row.message,
    notDone: JSON.parse(row.not_done),
    actorId: row.actor_id,
    actorAddress: row.actor_address,
    actedAt: row.acted_at,
    undoUntil: row.undo_until,
    state: row.state,
  }
}

export async function addLiveAction(
  tx: Db,
  action: LiveActionRecord,
  attemptIds: readonly string[],
) {
  const row: LiveActionRow = {
    id: action.id,
    exam_id: action.examId,
    kind: action.kind,
    minutes: action.minutes,
    reason: action.reason,
    not_done: JSON.stringify(action.notDone),
    actor_id: action.actorId,
    actor_address: action.actorAddress,
    acted_at: action.actedAt,
    undo_until: action.undoUntil,
    state: action.state,
  }
  await tx.insertInto('live_actions').values(row).execute()
  for (const ids of toBatches(attemptIds, rowsPerStatement)) {
    const rows = ids.map((id) => ({
      action_id: action.id,
      attempt_id: id,
      reason_text: action.reasonText,
      message: action.message,
      carried_out_at: null,
      put_away_at: null,
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
  const row = await selectActions(db).where('live_actions.id', '=', id).executeTakeFirst()
  return row && toRecord(row)
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

/** In the words of the index. */
const isUnfinished = sql<boolean>`state IN (${sql.join(unfinishedStates.map((state) => sql.lit(state)))})`

/** Those whose time for undoing is over and that are not finished, oldest first. */
export async function listDueActions(db: Db, at: number): Promise<string[]> {
  const rows = await db
    .selectFrom('live_actions')
    .select('id')
    .where(isUnfinished)
    .where('undo_until', '<', at)
    .orderBy('undo_until')
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of an exam, or of all, that are in the midst of it, or were when their process was killed. */
export async function listActionsUnderway(db: Db, examId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('live_actions')
    .select('id')
    .$if(examId !== undefined, (query) => query.where('exam_id', '=', examId ?? ''))
    .where(isUnfinished)
    .where('state', '!=', 'waiting')
    .orderBy('acted_at')
    .execute()
  return rows.map(({ id }) => id)
}

export async function listActionAttempts(
  db: Db,
  actionId: string,
  { most, isApplied }: { readonly most?: number; readonly isApplied?: boolean } = {},
): Promise<string[]> {
  const rows = await db
    .selectFrom('live_action_attempts')
    .select('attempt_id')
    .where('action_id', '=', actionId)
    .$if(isApplied === false, (query) => query.where('carried_out_at', 'is', null))
    .$if(isApplied === true, (query) => query.where('carried_out_at', 'is not', null))
    .orderBy('attempt_id')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute()
  return rows.map((row) => row.attempt_id)
}

/** @param at null once it is undone */
export async function markApplied(
  tx: Db,
  actionId: string,
  attemptIds: readonly string[],
  at: number | null,
) {
  if (attemptIds.length === 0) return
  await tx
    .updateTable('live_action_attempts')
    .set({ carried_out_at: at })
    .where('action_id', '=', actionId)
    .where('attempt_id', 'in', attemptIds)
    .execute()
}

/** For these it could not be done. */
export async function removeActionAttempts(
  tx: Db,
  actionId: string,
  attemptIds: readonly string[],
  notDone: readonly SkippedAttempts[],
) {
  await tx
    .deleteFrom('live_action_attempts')
    .where('action_id', '=', actionId)
    .where('attempt_id', 'in', attemptIds)
    .execute()
  await tx
    .updateTable('live_actions')
    .set({ not_done: JSON.stringify(notDone) })
    .where('id', '=', actionId)
    .execute()
}

/** Those that could be undone since then or are not finished, with their attempts, newest first. */
export async function listRecentActions(db: Db, examId: string, since: number) {
  const actions = await selectActions(db)
    .leftJoin('accounts', 'accounts.id', 'live_actions.actor_id')
    .select('accounts.email')
    .where('exam_id', '=', examId)
    .where((eb) => eb.or([eb('undo_until', '>=', since), isUnfinished]))
    .orderBy('acted_at', 'desc')
    .orderBy('live_actions.id')
    .execute()
  return Promise.all(
    actions.map(async ({ email, ...action }) => ({
      ...toRecord(action),
      email,
      attemptIds: await listActionAttempts(db, action.id),
      applied: isUnderway(action)
        ? (await listActionAttempts(db, action.id, { isApplied: true })).length
        : null,
    })),
  )
}

function isUnderway({ state }: Pick<LiveActionRow, 'state'>): boolean {
  return state === 'carrying-out' || state === 'undoing'
}

/** Erases old actions; the audit log keeps its entries. */
export async function eraseOldActions(tx: Db, until: number): Promise<void> {
  await tx.deleteFrom('live_actions').where('acted_at', '<=', until).execute()
}

/** Also for students who have put it away: it was said by mistake. @returns whose screens had it */
export async function withdrawMessage(
  tx: Db,
  actionId: string,
  attemptIds: readonly string[],
  at: number,
): Promise<string[]> {
  if (attemptIds.length === 0) return []
  const rows = await tx
    .updateTable('live_action_attempts')
    .set({ put_away_at: at })
    .where('action_id', '=', actionId)
    .where('attempt_id', 'in', attemptIds)
    .where('put_away_at', 'is', null)
    .where('carried_out_at', 'is not', null)
    .returning('attempt_id')
    .execute()
  return rows.map((row) => row.attempt_id)
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

/** Moves the actions that can still be undone, by the clock as it was. */
export async function moveLiveActions(
  tx: Db,
  { at, byMs }: { readonly at: number; readonly byMs: number },
): Promise<void> {
  await tx
    .updateTable('live_actions')
    .set((eb) => ({
      acted_at: eb('acted_at', '+', byMs),
      undo_until: eb('undo_until', '+', byMs),
    }))
    .where('undo_until', '>=', at)
    .execute()
}
