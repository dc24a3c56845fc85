import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { getPermissions } from '#core/accounts/permissions.ts'
import { isSetUpOverdue } from '#core/accounts/second-factor.ts'
import { isSessionOver } from '#core/accounts/session.ts'
import { isRegistrationDue } from '#core/students/registration-due.ts'
import type { AccountRow, SessionRow } from '../../database/account-tables.ts'
import { createBatches } from '../../database/batches.ts'
import type { Database, Db } from '../../database/database.ts'
import { awaitMinorWrite } from '../../database/minor-write.ts'
import { cachedQuery, preparedQuery } from '../../database/prepared-query.ts'
import type { Deps } from '../../deps.ts'
import type { Session, SessionUse } from '../../http/session.ts'
import { hasRunningAttempt } from '../student-queries.ts'

/** Recording the time of every call would turn each read into a write. */
const seenIntervalMs = { student: 5 * 60_000, admin: 30_000 }

/** Only the hash is stored; the token itself exists only in the cookie. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

const accountColumns = [
  'role',
  'staff_role',
  'name',
  'email',
  'must_change_at',
  'registration_due_at',
  'second_factor_at',
  'second_factor_asked_at',
  'deleted_at',
  'disabled_at',
] as const

type SessionWithAccount = SessionRow & Pick<AccountRow, (typeof accountColumns)[number]>

const findSessionByHash = cachedQuery<{ hash: string }, SessionWithAccount>(
  (row) => row.account_id,
  (db, param) =>
    db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .selectAll('sessions')
      .select(accountColumns)
      .where('token_hash', '=', param('hash')),
)

const findSessionsByHash = preparedQuery<{ hashes: readonly string[] }, SessionWithAccount>(
  (db, param) =>
    db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .selectAll('sessions')
      .select(accountColumns)
      .where('token_hash', '=', sql<string>`ANY (${param('hashes')})`),
)

type FindSession = (hash: string) => Promise<SessionWithAccount[]>
const batchedLookups = new WeakMap<Db, FindSession>()

/** On PostgreSQL calls that arrive together share one query; on SQLite memory answers most. */
function findSession({ engine, read }: Database, hash: string): Promise<SessionWithAccount[]> {
  if (engine === 'sqlite') return findSessionByHash(read, { hash })
  let find = batchedLookups.get(read)
  if (!find) {
    find = createBatches(async (hashes: readonly string[]) => {
      const rows = await findSessionsByHash(read, { hashes })
      const byHash = Map.groupBy(rows, (row) => row.token_hash)
      return hashes.map((one) => byHash.get(one) ?? [])
    })
    batchedLookups.set(read, find)
  }
  return find(hash)
}

/**
 * A session never ends inside a running attempt. Every call of a student keeps theirs, but a panel
 * that looks for news; of staff, whose screens do so all day, only what they do themselves.
 */
export async function loadSession(
  { db, now, secondFactor, log }: Deps,
  token: string,
  { isDeliberate, isPolled }: SessionUse,
): Promise<Session | null> {
  const [row] = await findSession(db, hashToken(token))
  if (!row || row.deleted_at !== null || row.disabled_at !== null) return null
  const at = now()
  const { role, created_at: createdAt, seen_at: seenAt } = row
  const isExpired = isSessionOver({ role, createdAt, seenAt }, at)
  const isDue = isRegistrationDue({ dueAt: row.registration_due_at, isTakingTest: false }, at)
  const isTakingTest =
    (isExpired || isDue) && (await hasRunningAttempt(db.read, row.account_id, at))
  if (isExpired && !isTakingTest) return null
  const isUse = isDeliberate || (role === 'student' && !isPolled)
  const isSeenAgain = isUse && at - seenAt > seenIntervalMs[role]
  if (isSeenAgain || row.cookie_due_at !== null) {
    await awaitMinorWrite(recordCall(db, row.token_hash, isSeenAgain ? at : seenAt), log)
  }
  return {
    id: row.id,
    tokenHash: row.token_hash,
    xsrfToken: row.xsrf_token,
    authenticatedAt: row.authenticated_at,
    isOwnDevice: row.own_device_at !== null,
    user: {
      id: row.account_id,
      role,
      permissions: getPermissions(row.staff_role),
      name: row.name,
      email: row.email,
      mustChangePassword: row.must_change_at !== null || row.method === 'one-time-password',
      mustCompleteRegistration: isRegistrationDue(
        { dueAt: row.registration_due_at, isTakingTest },
        at,
      ),
      mustSetUpSecondFactor:
        role === 'admin' && isSetUpOverdue(toSecondFactorState(row, secondFactor), at),
    },
  }
}

function toSecondFactorState(row: SessionWithAccount, { requirement }: Deps['secondFactor']) {
  const hasSecondFactor = row.second_factor_at !== null
  return { requirement, hasSecondFactor, askedAt: row.second_factor_asked_at }
}

/** Its cookie has come back, now or before. */
function recordCall(db: Deps['db'], tokenHash: string, seenAt: number) {
  return db.write((tx) =>
    tx
      .updateTable('sessions')
      .set({ seen_at: seenAt, cookie_due_at: null })
      .where('token_hash', '=', tokenHash)
      .execute(),
  )
}
