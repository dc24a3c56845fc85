import { sql } from 'kysely'
import type { Database, Db } from '../database/database.ts'
import { moveRecordedContacts } from '../presence/attempt-contacts.ts'

/** Attempts that run at this moment, also paused ones. */
export async function countRunningAt(tx: Db, at: number): Promise<number> {
  const { count } = await selectRunning(tx, at)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Keeps out other writers of attempts: none is moved half. On SQLite nobody else writes. */
export async function lockAllAttempts(tx: Db, engine: Database['engine']): Promise<void> {
  if (engine === 'postgres') await sql`LOCK TABLE attempts IN EXCLUSIVE MODE`.execute(tx)
}

type Move = {
  /** By the clock as it was. */
  readonly at: number
  readonly byMs: number
}

/**
 * Moves all times of running attempts, so that each has as much time left as before: deadlines and
 * pauses, what happened in them, and their last contact.
 */
export async function moveAttemptTimes(tx: Db, { at, byMs }: Move): Promise<void> {
  const ids = selectRunning(tx, at).select('id')
  await tx
    .updateTable('attempt_events')
    .set((eb) => ({ at: eb('at', '+', byMs), received_at: eb('received_at', '+', byMs) }))
    .where('attempt_id', 'in', ids)
    .execute()
  await moveRecordedContacts(tx, ids, byMs)
  await moveAttempts(tx, byMs).where('id', 'in', ids).execute()
}

/**
 * An attempt that somebody began while the clock was shifted, by the clock as it was before, is moved
 * after the others. It has begun in the time that was skipped, or later than now.
 */
export async function moveLateStarts(
  tx: Db,
  { at, byMs, now }: Move & { readonly now: number },
): Promise<void> {
  const late = moveAttempts(tx, byMs).where('finished_at', 'is', null).where('time_changes', '=', 0)
  await (byMs > 0
    ? late.where('started_at', '>', at).where('started_at', '<', at + byMs)
    : late.where('started_at', '>', now)
  ).execute()
}

/** Their time ran out while nobody could work: it ends when they go on. */
export async function pauseAtDeadline(tx: Db, attemptIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('attempts')
    .set((eb) => ({ paused_at: eb.ref('ends_at'), time_changes: eb('time_changes', '+', 1) }))
    .where('id', 'in', attemptIds)
    .execute()
}

/** By then every process knows of a shift. */
export const lateMs = 5_000

function moveAttempts(tx: Db, byMs: number) {
  return tx.updateTable('attempts').set((eb) => ({
    started_at: eb('started_at', '+', byMs),
    ends_at: eb('ends_at', '+', byMs),
    closes_at: eb('closes_at', '+', byMs),
    clock_starts_at: eb('clock_starts_at', '+', byMs),
    paused_at: eb('paused_at', '+', byMs),
    time_changes: eb('time_changes', '+', 1),
  }))
}

function selectRunning(db: Db, at: number) {
  return db
    .selectFrom('attempts')
    .where('finished_at', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('paused_at', eb.val(at)), '<=', eb.ref('closes_at')))
}
