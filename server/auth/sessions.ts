import { hash, randomBytes } from 'node:crypto'
import { asText, preparedAndKept } from '../database/prepared.ts'
import type { AccountRow, SessionRow } from '../database/tables.ts'
import type { Db, Deps } from '../deps.ts'

const hour = 60 * 60 * 1000
const idleMs = 12 * hour
const longestMs = 7 * 24 * hour
/** Writing the time of each call would make every read a write. */
const seenEveryMs = 5 * 60 * 1000

export type User = {
  readonly id: string
  readonly role: 'admin' | 'student'
  readonly name: string
  readonly email: string
  readonly mustChangePassword: boolean
}

export type Session = {
  readonly tokenHash: string
  readonly xsrfToken: string
  readonly user: User
}

/** Only this is kept; the token itself lives in the cookie alone. */
export function hashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}

type KnownSession = SessionRow & Pick<AccountRow, 'role' | 'name' | 'email' | 'must_change_at'>

const sessionByHash = preparedAndKept<{ hash: string }, KnownSession>((db, param) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .selectAll('sessions')
    .select(['role', 'name', 'email', 'must_change_at'])
    .where('token_hash', '=', asText(param('hash')))
    .where('deleted_at', 'is', null),
)

/** A session never ends inside a running attempt. */
export async function sessionOf({ db, now }: Deps, token: string): Promise<Session | null> {
  const [row] = await sessionByHash(db.read, { hash: hashOf(token) })
  if (!row) return null
  const at = now()
  const isOld = at - row.seen_at > idleMs || at - row.created_at > longestMs
  if (isOld && !(await hasRunningAttempt(db.read, row.account_id, at))) return null
  if (at - row.seen_at > seenEveryMs) {
    await db.write((tx) =>
      tx
        .updateTable('sessions')
        .set({ seen_at: at })
        .where('token_hash', '=', row.token_hash)
        .execute(),
    )
  }
  return {
    tokenHash: row.token_hash,
    xsrfToken: row.xsrf_token,
    user: {
      id: row.account_id,
      role: row.role,
      name: row.name,
      email: row.email,
      mustChangePassword: row.must_change_at !== null,
    },
  }
}

async function hasRunningAttempt(db: Db, studentId: string, at: number): Promise<boolean> {
  const row = await db
    .selectFrom('attempts')
    .select('id')
    .where('student_id', '=', studentId)
    .where('finished_at', 'is', null)
    .where('closes_at', '>=', at)
    .executeTakeFirst()
  return row !== undefined
}

export type Tokens = { readonly token: string; readonly xsrfToken: string }

export async function beginSession(tx: Db, accountId: string, at: number): Promise<Tokens> {
  const token = randomBytes(32).toString('base64url')
  const xsrfToken = randomBytes(24).toString('base64url')
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      account_id: accountId,
      xsrf_token: xsrfToken,
      created_at: at,
      seen_at: at,
    })
    .execute()
  return { token, xsrfToken }
}

export async function endSession(tx: Db, token: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
}

export async function endSessionsOf(tx: Db, accountIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('sessions').where('account_id', 'in', accountIds).execute()
}

/** What is so old that no rule would take it any more. */
export async function sweepSessions({ db, now }: Deps): Promise<void> {
  const at = now()
  await db.write((tx) =>
    tx
      .deleteFrom('sessions')
      .where((is) =>
        is.or([is('seen_at', '<', at - idleMs), is('created_at', '<', at - longestMs)]),
      )
      .where('account_id', 'not in', (running) =>
        running.selectFrom('attempts').select('student_id').where('finished_at', 'is', null),
      )
      .execute(),
  )
}
