import { sql } from 'kysely'
import { type ActionState, unfinishedStates } from '#core/live/actions.ts'
import { type Db, lockRow, toBatches } from '../database/database.ts'
import type { LiveActionAttemptRow, LiveActionRow } from '../database/tables.ts'
import { type AttemptRecord, toAttemptRecord } from './attempt-record.ts'

const rowsPerStatement = 500

/** With its words, which lie beside each attempt. */
export type LiveActionRecord = LiveActionRow & Pick<LiveActionAttemptRow, 'reason_text' | 'message'>

export async function addLiveAction(
  tx: Db,
  { reason_text, message, ...action }: LiveActionRecord,
  attemptIds: readonly string[],
) {
  await tx.insertInto('live_actions').values(action).execute()
  for (const ids of toBatches(attemptIds, rowsPerStatement)) {
    const rows = ids.map((id) => ({
      action_id: action.id,
      attempt_id: id,
      reason_text,
      message,
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
  { most, isCarriedOut }: { readonly most?: number; readonly isCarriedOut?: boolean } = {},
): Promise<string[]> {
  const rows = await db
    .selectFrom('live_action_attempts')
    .select('attempt_id')
    .where('action_id', '=', actionId)
    .$if(isCarriedOut === false, (query) => query.where('carried_out_at', 'is', null))
    .$if(isCarriedOut === true, (query) => query.where('carried_out_at', 'is not', null))
    .orderBy('attempt_id')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute()
  return rows.map((row) => row.attempt_id)
}

/** @param at null once it is undone */
export async function markCarriedOut(
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
  notDone: string,
) {
  await tx
    .deleteFrom('live_action_attempts')
    .where('action_id', '=', actionId)
    .where('attempt_id', 'in', attemptIds)
    .execute()
  await tx
    .updateTable('live_actions')
    .set({ not_done: notDone })
    .where('id', '=', actionId)
    .execute()
}

/** Nobody else changes these until the transaction ends; in the order in which all calls lock them. */
export function listAttemptsToActOn(
  tx: Db,
  examId: string,
  attemptIds: readonly string[],
): Promise<AttemptRecord[]> {
  return selectAttempts(tx, examId, attemptIds, true)
}

/** Only to choose among them: what is done to each is decided with its lock. */
export function listAttemptsOf(
  db: Db,
  examId: string,
  attemptIds: readonly string[],
): Promise<AttemptRecord[]> {
  return selectAttempts(db, examId, attemptIds, false)
}

export async function listStudentsOf(db: Db, attemptIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('student_id')
    .distinct()
    .where('id', 'in', attemptIds)
    .execute()
  return rows.map((row) => row.student_id)
}

export async function listRunningAttempts(db: Db, examId: string): Promise<AttemptRecord[]> {
  const rows = await db
    .selectFrom('attempts')
    .selectAll()
    .where('exam_id', '=', examId)
    .where('finished_at', 'is', null)
    .execute()
  return rows.map(toAttemptRecord)
}

async function selectAttempts(
  db: Db,
  examId: string,
  attemptIds: readonly string[],
  isLocked: boolean,
): Promise<AttemptRecord[]> {
  const found: AttemptRecord[] = []
  for (const ids of toBatches([...new Set(attemptIds)].toSorted(), rowsPerStatement)) {
    const rows = await db
      .selectFrom('attempts')
      .selectAll()
      .where('exam_id', '=', examId)
      .where('id', 'in', ids)
      .orderBy('id')
      .$if(isLocked, (query) => lockRow(db)(query))
      .execute()
    found.push(...rows.map(toAttemptRecord))
  }
  return found
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
    actions.map(async (action) => ({
      ...action,
      attemptIds: await listActionAttempts(db, action.id),
      carriedOut: isUnderway(action)
        ? (await listActionAttempts(db, action.id, { isCarriedOut: true })).length
        : null,
    })),
  )
}

function isUnderway({ state }: LiveActionRow): boolean {
  return state === 'carrying-out' || state === 'undoing'
}

/** Erases old actions; the audit log keeps its entries. */
export async function eraseOldActions(tx: Db, until: number): Promise<void> {
  await tx.deleteFrom('live_actions').where('acted_at', '<=', until).execute()
}
