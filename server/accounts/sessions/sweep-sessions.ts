import {
  endedSessionMs,
  getSessionEnd,
  isSessionOver,
  sessionLimits,
} from '#core/accounts/session.ts'
import type { Db } from '../../database/database.ts'
import type { Deps } from '../../deps.ts'
import { selectUnfinishedStudents } from '../student-queries.ts'
import { deleteSessions, endedSessionColumns, insertEndedSessions } from './queries.ts'

/** Ends expired sessions, and deletes those that ended long ago. */
export async function sweepSessions({ db, now }: Deps): Promise<void> {
  const at = now()
  const candidates = await listExpiryCandidates(db.read, at)
  const expired = candidates.filter((session) => isSessionOver(session, at))
  await db.erase(async (tx) => {
    const endById = new Map(expired.map((session) => [session.id, getSessionEnd(session)]))
    const rows = await deleteSessions(
      tx,
      expired.map(({ tokenHash }) => tokenHash),
    )
    await insertEndedSessions(
      tx,
      rows.map((row) => {
        const end = endById.get(row.id)
        return { ...row, ended_at: end?.at ?? at, end_reason: end?.reason ?? 'idle' }
      }),
    )
    await tx
      .deleteFrom('ended_sessions')
      .where('ended_at', '<', at - endedSessionMs)
      .execute()
  })
}

/** Those that may be over, but for those whose attempt runs: they end after it. */
async function listExpiryCandidates(db: Db, at: number) {
  const { idleMs, maxAgeMs } = sessionLimits.admin
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.id', 'token_hash', 'role', 'sessions.created_at', 'seen_at'])
    .where((eb) =>
      eb.or([eb('seen_at', '<', at - idleMs), eb('sessions.created_at', '<', at - maxAgeMs)]),
    )
    .where('account_id', 'not in', selectUnfinishedStudents(db))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    tokenHash: row.token_hash,
    role: row.role,
    createdAt: row.created_at,
    seenAt: row.seen_at,
  }))
}

/**
 * Ends the sessions of browsers that have not sent the cookie back in time, such as those that
 * block it. Nobody has used them, so a running attempt goes on in another.
 */
export async function endCookielessSessions({ db, now }: Deps): Promise<void> {
  const at = now()
  // Most of the time there are none, and nothing is written.
  if (!(await hasCookielessSession(db.read, at))) return
  await db.write(async (tx) => {
    const rows = await tx
      .deleteFrom('sessions')
      .where('cookie_due_at', '<', at)
      .returning(endedSessionColumns)
      .execute()
    const end = { ended_at: at, end_reason: 'no-cookie' } as const
    await insertEndedSessions(
      tx,
      rows.map((row) => ({ ...row, ...end })),
    )
  })
}

async function hasCookielessSession(db: Db, at: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('cookie_due_at', '<', at)
    .executeTakeFirst()
  return row !== undefined
}
