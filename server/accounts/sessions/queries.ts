import { randomBytes } from 'node:crypto'
import {
  cookieDueMs,
  type EndReason,
  type LoginMethod,
  sessionLimits,
} from '#core/accounts/session.ts'
import type { Device } from '#core/accounts/user-agent.ts'
import type { EndedSessionRow } from '../../database/account-tables.ts'
import { type Db, toBatches } from '../../database/database.ts'
import type { SessionTokens } from '../../http/session.ts'
import { hashToken } from './load-session.ts'

/** The device and network that a login comes from. */
export type LoginOrigin = {
  readonly address: string
  readonly device: Device
  /** The id in the signed cookie; null where the browser has none. */
  readonly deviceId: string | null
  readonly isBrowser: boolean
}

type NewSession = {
  readonly accountId: string
  readonly method: LoginMethod
  readonly origin: LoginOrigin
  readonly isOwnDevice: boolean
  readonly isNewPlace: boolean
}

export async function createSession(
  tx: Db,
  session: NewSession,
  at: number,
): Promise<SessionTokens> {
  const { accountId, method, origin, isOwnDevice, isNewPlace } = session
  const token = randomBytes(32).toString('base64url')
  const xsrfToken = randomBytes(24).toString('base64url')
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      id: randomBytes(16).toString('base64url'),
      account_id: accountId,
      xsrf_token: xsrfToken,
      address: origin.address,
      device_name: origin.device.name,
      device_kind: origin.device.kind,
      device_id: origin.deviceId,
      method,
      created_at: at,
      seen_at: at,
      authenticated_at: at,
      new_place_at: isNewPlace ? at : null,
      own_device_at: isOwnDevice ? at : null,
      cookie_due_at: origin.isBrowser ? at + cookieDueMs : null,
    })
    .execute()
  return { token, xsrfToken, isOwnDevice }
}

export type SessionEnd = { readonly reason: EndReason; readonly at: number }

export async function endSession(tx: Db, token: string, end: SessionEnd): Promise<void> {
  await endSessions(tx, await listTokenHashes(tx, 'token_hash', hashToken(token)), end)
}

/** @returns false if the account has no such session */
export async function endSessionById(
  tx: Db,
  accountId: string,
  sessionId: string,
  end: SessionEnd,
): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select('token_hash')
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row) await endSessions(tx, [row.token_hash], end)
  return row !== undefined
}

/** @returns how many there were */
export async function endAccountSessions(
  tx: Db,
  accountId: string,
  end: SessionEnd,
  except?: { readonly sessionId: string },
): Promise<number> {
  const tokenHashes = await listTokenHashes(tx, 'account_id', accountId, except?.sessionId)
  await endSessions(tx, tokenHashes, end)
  return tokenHashes.length
}

/** A one-time password can log in again, which ends its earlier session. */
export async function endOneTimeSessions(tx: Db, accountId: string, end: SessionEnd) {
  const rows = await tx
    .selectFrom('sessions')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('method', '=', 'one-time-password')
    .execute()
  await endSessions(
    tx,
    rows.map((row) => row.token_hash),
    end,
  )
}

async function listTokenHashes(
  tx: Db,
  column: 'token_hash' | 'account_id',
  value: string,
  exceptId = '',
): Promise<string[]> {
  const rows = await tx
    .selectFrom('sessions')
    .select('token_hash')
    .where(column, '=', value)
    .where('id', '!=', exceptId)
    .execute()
  return rows.map((row) => row.token_hash)
}

export const endedSessionColumns = [
  'id',
  'account_id',
  'address',
  'device_name',
  'device_kind',
  'method',
  'created_at',
  'new_place_at',
] as const

/** Keeps its description for the owner to read, without the token's hash. */
async function endSessions(tx: Db, tokenHashes: readonly string[], { reason, at }: SessionEnd) {
  const rows = await deleteSessions(tx, tokenHashes)
  await insertEndedSessions(
    tx,
    rows.map((row) => ({ ...row, ended_at: at, end_reason: reason })),
  )
}

const batchSize = 500

export async function deleteSessions(tx: Db, tokenHashes: readonly string[]) {
  const deleted = []
  for (let from = 0; from < tokenHashes.length; from += batchSize) {
    const batch = tokenHashes.slice(from, from + batchSize)
    const rows = await tx
      .deleteFrom('sessions')
      .where('token_hash', 'in', batch)
      .returning(endedSessionColumns)
      .execute()
    deleted.push(...rows)
  }
  return deleted
}

export async function insertEndedSessions(tx: Db, rows: readonly EndedSessionRow[]) {
  for (let from = 0; from < rows.length; from += batchSize) {
    await tx
      .insertInto('ended_sessions')
      .values(rows.slice(from, from + batchSize))
      .execute()
  }
}

/** Students with a session that has not expired: those whose browsers may ask for news. */
export async function countLoggedInStudents(db: Db, at: number): Promise<number> {
  const { idleMs, maxAgeMs } = sessionLimits.student
  const { count } = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select((eb) => eb.fn.count<number>('account_id').distinct().as('count'))
    .where('role', '=', 'student')
    .where('seen_at', '>=', at - idleMs)
    .where('sessions.created_at', '>=', at - maxAgeMs)
    .executeTakeFirstOrThrow()
  return count
}

/** By account: when one of the sessions it has was used last. */
export async function listLastSeen(
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>()
  for (const ids of toBatches(accountIds, batchSize)) {
    const rows = await db
      .selectFrom('sessions')
      .select((eb) => ['account_id', eb.fn.max('seen_at').as('at')])
      .where('account_id', 'in', ids)
      .groupBy('account_id')
      .execute()
    for (const { account_id: id, at } of rows) seen.set(id, Number(at))
  }
  return seen
}
