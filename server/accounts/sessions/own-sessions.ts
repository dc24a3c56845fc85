import type { EndedSession, OwnSession } from '#contract/sessions.ts'
import { endedSessionMs, getSessionEnd, isSessionOver } from '#core/accounts/session.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../../audit-log/audit.ts'
import type { EndedSessionRow, SessionRow } from '../../database/account-tables.ts'
import type { Deps } from '../../deps.ts'
import type { Actor, Session } from '../../http/session.ts'
import { confirmSession, listEndedSessionRows, listSessionRows } from './own-session-queries.ts'
import { endAccountSessions, endSessionById } from './queries.ts'

const maxEndedSessions = 20

/** The current one first, then the newest. Expired ones count as ended before they are swept. */
export async function listOwnSessions(deps: Deps, { id, user }: Session) {
  const at = deps.now()
  const rows = await listSessionRows(deps.db.read, user.id)
  const isExpired = (row: SessionRow) =>
    row.id !== id && isSessionOver(toSessionTimes(row, user.role), at)
  const expired = rows.filter(isExpired).map((row) => {
    const end = getSessionEnd(toSessionTimes(row, user.role))
    return { ...row, ended_at: end.at, end_reason: end.reason }
  })
  const ended = [
    ...expired,
    ...(await listEndedSessionRows(deps.db.read, user.id, {
      since: at - endedSessionMs,
      limit: maxEndedSessions,
    })),
  ]
  return {
    sessions: rows
      .filter((row) => !isExpired(row))
      .sort((one, other) => Number(other.id === id) - Number(one.id === id))
      .map((row) => toOwnSession(row, id)),
    ended: ended
      .sort((one, other) => other.ended_at - one.ended_at)
      .slice(0, maxEndedSessions)
      .map(toEndedSession),
  }
}

type EndOwnSessionInput = {
  readonly actor: Actor
  readonly accountId: string
  readonly sessionId: string
  readonly isDisowned: boolean
}

export async function endOwnSession(
  deps: Deps,
  { actor, accountId, sessionId, isDisowned }: EndOwnSessionInput,
): Promise<Refusal<'session-not-found'> | null> {
  return deps.db.write(async (tx) => {
    const at = deps.now()
    const isEnded = await endSessionById(tx, accountId, sessionId, { reason: 'ended', at })
    if (!isEnded && !(await confirmSession(tx, accountId, sessionId)))
      return refuse('session-not-found')
    const action = isDisowned ? 'session.disowned' : 'session.ended'
    await audit(tx, deps, { actor, action, subject: accountId, detail: { count: 1 } }, at)
    return null
  })
}

export async function endOtherSessions(
  deps: Deps,
  { actor, session }: { actor: Actor; session: Session },
): Promise<number> {
  return deps.db.write(async (tx) => {
    const at = deps.now()
    const { id } = session.user
    const end = { reason: 'ended', at } as const
    const count = await endAccountSessions(tx, id, end, { sessionId: session.id })
    if (count > 0) {
      await audit(tx, deps, { actor, action: 'session.ended', subject: id, detail: { count } }, at)
    }
    return count
  })
}

export async function confirmOwnSession(
  { db }: Deps,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<Refusal<'session-not-found'> | null> {
  const isFound = await db.write((tx) => confirmSession(tx, accountId, sessionId))
  return isFound ? null : refuse('session-not-found')
}

function toSessionTimes({ created_at, seen_at }: SessionRow, role: 'admin' | 'student') {
  return { role, createdAt: created_at, seenAt: seen_at }
}

function toDetails(row: SessionRow | EndedSessionRow) {
  return {
    _id: row.id,
    device: row.device_name,
    deviceKind: row.device_kind,
    address: row.address,
    method: row.method,
    beganAt: new Date(row.created_at).toISOString(),
    isNewPlace: row.new_place_at !== null,
  }
}

function toOwnSession(row: SessionRow, thisId: string): OwnSession {
  const usedAt = new Date(row.seen_at).toISOString()
  return { ...toDetails(row), usedAt, isThis: row.id === thisId }
}

function toEndedSession(
  row: (SessionRow | EndedSessionRow) & Pick<EndedSessionRow, 'ended_at' | 'end_reason'>,
): EndedSession {
  const endedAt = new Date(row.ended_at).toISOString()
  return { ...toDetails(row), endedAt, endReason: row.end_reason }
}
