import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxCodeAttempts, pendingLoginMs } from '#core/accounts/second-factor.ts'
import type { PendingLoginRow } from '../../database/account-tables.ts'
import type { Db } from '../../database/database.ts'
import type { Deps } from '../../deps.ts'
import type { PasswordMatch } from '../one-time-password.ts'
import { type Account, lockAccount } from '../queries.ts'
import { hashToken } from '../sessions/load-session.ts'

/**
 * A login whose password was right and whose second step is missing. Grants no access by itself.
 */
export async function createPendingLogin(
  tx: Db,
  account: Account,
  match: PasswordMatch,
  at: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('pending_logins')
    .values({
      token_hash: hashToken(token),
      account_id: account.id,
      password_fingerprint: hashToken(match.hash),
      is_one_time: match.kind === 'one-time' ? 1 : 0,
      created_at: at,
      tries: 0,
    })
    .execute()
  return token
}

export async function findPendingLogin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<PendingLoginRow | null> {
  const row = await db.read
    .selectFrom('pending_logins')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row && now() - row.created_at <= pendingLoginMs ? row : null
}

/** Counted before it is checked, so that only five of a hundred parallel tries are. */
export async function countTry(
  deps: Deps,
  token: string,
): Promise<(PendingLoginRow & { readonly email: string }) | null> {
  const at = deps.now()
  return deps.db.write(async (tx) => {
    const row = await tx
      .updateTable('pending_logins')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('token_hash', '=', hashToken(token))
      .where('tries', '<', maxCodeAttempts)
      .where('created_at', '>=', at - pendingLoginMs)
      .returningAll()
      .executeTakeFirst()
    const account = row && (await lockAccount(tx, row.account_id))
    return account ? { ...row, email: account.email } : null
  })
}

/** @returns false if it was finished already */
export async function deletePendingLogin(tx: Db, tokenHash: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('pending_logins')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteAccountPendingLogins(tx: Db, accountId: string) {
  await tx.deleteFrom('pending_logins').where('account_id', '=', accountId).execute()
}

export async function sweepPendingLogins({ db, now }: Deps): Promise<void> {
  const oldest = now() - pendingLoginMs
  await db.write(async (tx) => {
    await tx.deleteFrom('pending_logins').where('created_at', '<', oldest).execute()
    await tx.deleteFrom('passkey_challenges').where('created_at', '<', oldest).execute()
  })
}

/** Does the account still have the password that this login began with? */
export function isSamePassword(account: Account, pending: PendingLoginRow): boolean {
  const hash = pending.is_one_time ? account.oneTime?.hash : account.passwordHash
  return typeof hash === 'string' && hashToken(hash) === pending.password_fingerprint
}

type CookieDeps = Pick<Deps, 'isHttps'>

export function readPendingToken(request: FastifyRequest, deps: CookieDeps): string | undefined {
  return request.cookies[toCookieName(deps)]
}

/** The cookie outlives the login: a missing one was never kept, unlike one of an expired login. */
export function setPendingCookie(reply: FastifyReply, deps: CookieDeps, token: string) {
  reply.setCookie(toCookieName(deps), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: deps.isHttps,
  })
}

export function clearPendingCookie(reply: FastifyReply, deps: CookieDeps) {
  reply.clearCookie(toCookieName(deps), { path: '/', secure: deps.isHttps })
}

function toCookieName({ isHttps }: CookieDeps): string {
  return isHttps ? '__Host-login' : 'login'
}
