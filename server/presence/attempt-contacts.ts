import { type Expression, sql } from 'kysely'
import type { noticedKinds } from '#core/proctoring/policy.ts'
import type { Database, Db } from '../database/database.ts'

type NoticedKind = (typeof noticedKinds)[number]

/** An event of an attempt that one process noticed. */
export type Noticed = {
  readonly kind: NoticedKind
  readonly at: number
  readonly durationMs: number | null
}

export type Contact = {
  readonly attemptId: string
  readonly at: number
  readonly awayAt: number | null
  readonly waiting: number
}

/** How long a process collects contacts before it writes them down: all of them in one statement. */
export const keepAfterMs = { sqlite: 15_000, postgres: 10_000 } as const
/** The same on PostgreSQL while somebody looks at a live screen of any process. */
export const keepWatchedAfterMs = 2_000
export const otherDeviceEveryMs = 10 * 60_000
/** Longer than any silence that is asked for. */
const keptMs = 24 * 60 * 60_000

/**
 * Writes them down for the next start and, on PostgreSQL, for the other processes, and forgets what
 * is old.
 */
export async function keepContacts(
  { engine, read, write }: Database,
  contacts: readonly Contact[],
): Promise<void> {
  if (contacts.length === 0) return
  const oldAt = Math.max(...contacts.map(({ at }) => at)) - keptMs
  const keep = async (db: Db) => {
    await sql`DELETE FROM attempt_contacts WHERE last_at < ${oldAt}`.execute(db)
    // In one order, so that two processes never wait for each other.
    await sql`
      INSERT INTO attempt_contacts AS known (attempt_id, last_at, away_at, waiting)
      SELECT attempts.id, heard.at, heard.away_at, heard.waiting
      FROM ${toRows(engine, contacts)} JOIN attempts ON attempts.id = heard.attempt_id
      WHERE true ORDER BY attempts.id
      ON CONFLICT (attempt_id) DO UPDATE SET
        last_at = excluded.last_at, away_at = excluded.away_at, waiting = excluded.waiting
      WHERE excluded.last_at >= known.last_at`.execute(db)
  }
  await (engine === 'sqlite' ? write(keep) : keep(read))
}

function toRows(engine: Database['engine'], contacts: readonly Contact[]) {
  if (engine === 'sqlite') {
    const values = contacts.map(({ attemptId, at, awayAt, waiting }) => [
      ...[attemptId, at, awayAt, waiting],
    ])
    return sql`(SELECT value ->> 0 AS attempt_id, value ->> 1 AS at, value ->> 2 AS away_at,
      value ->> 3 AS waiting FROM json_each(${JSON.stringify(values)})) AS heard`
  }
  return sql`unnest(
    ${contacts.map(({ attemptId }) => attemptId)}::text[],
    ${contacts.map(({ at }) => at)}::bigint[],
    ${contacts.map(({ awayAt }) => awayAt)}::bigint[],
    ${contacts.map(({ waiting }) => waiting)}::integer[]
  ) AS heard (attempt_id, at, away_at, waiting)`
}

type KeptSignals = Pick<Contact, 'awayAt' | 'waiting'> & { readonly lastAt: number }

/** Lists the recorded contacts of these attempts, by any process and before a restart. */
export async function listKeptSignals(
  { engine, read }: Database,
  attemptIds: readonly string[],
): Promise<ReadonlyMap<string, KeptSignals>> {
  if (attemptIds.length === 0) return new Map()
  const ids =
    engine === 'sqlite'
      ? sql`attempt_id IN (SELECT value FROM json_each(${JSON.stringify(attemptIds)}))`
      : sql`attempt_id = ANY (${attemptIds})`
  const { rows } = await sql<{
    attempt_id: string
    last_at: number
    away_at: number | null
    waiting: number
  }>`SELECT attempt_id, last_at, away_at, waiting FROM attempt_contacts WHERE ${ids}`.execute(read)
  return new Map(
    rows.map(({ attempt_id: id, last_at: lastAt, away_at: awayAt, waiting }) => [
      id,
      { lastAt, awayAt, waiting },
    ]),
  )
}

/** The newest that was written down; null if nothing is. */
export async function findLastContact(db: Db): Promise<number | null> {
  const { rows } = await sql<{
    last_at: number | null
  }>`SELECT max(last_at) AS last_at FROM attempt_contacts`.execute(db)
  return rows[0]?.last_at ?? null
}

/**
 * No other process records what it noticed of the attempt until the transaction ends.
 *
 * @returns the attempt's last contact with any process; null if its row is gone
 */
export async function lockContact(tx: Db, attemptId: string, at: number): Promise<number | null> {
  await sql`
    INSERT INTO attempt_contacts (attempt_id, last_at)
    SELECT id, ${at}::bigint FROM attempts WHERE id = ${attemptId}
    ON CONFLICT DO NOTHING`.execute(tx)
  const { rows } = await sql<{ last_at: number }>`
    SELECT last_at FROM attempt_contacts WHERE attempt_id = ${attemptId} FOR UPDATE`.execute(tx)
  return rows[0]?.last_at ?? null
}

/** Notes a contact of the attempt, unless a later one is known. */
export async function saveContact(tx: Db, attemptId: string, at: number): Promise<void> {
  await sql`
    UPDATE attempt_contacts SET last_at = greatest(last_at, ${at}::bigint)
    WHERE attempt_id = ${attemptId}`.execute(tx)
}

/** @param attemptIds a query of them */
export async function moveRecordedContacts(
  tx: Db,
  attemptIds: Expression<unknown>,
  byMs: number,
): Promise<void> {
  await sql`UPDATE attempt_contacts SET last_at = last_at + ${byMs}, away_at = away_at + ${byMs}
    WHERE attempt_id IN (${attemptIds})`.execute(tx)
}
