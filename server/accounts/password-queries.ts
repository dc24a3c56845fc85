import type { PasswordRequestRow } from '../database/account-tables.ts'
import type { Db } from '../database/database.ts'

/** Beside the password, which goes on working until the new one is used. */
export async function setOneTimePassword(
  tx: Db,
  accountId: string,
  oneTime: { hash: string; expiresAt: number },
) {
  await tx
    .updateTable('accounts')
    .set({ one_time_hash: oneTime.hash, one_time_expires_at: oneTime.expiresAt })
    .where('id', '=', accountId)
    .execute()
}

/** Deletes expired ones: nobody needs to learn any more why they do not work. */
export async function clearOneTimePasswords(tx: Db, expiredUntil: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ one_time_hash: null, one_time_expires_at: null })
    .where('one_time_expires_at', '<=', expiredUntil)
    .execute()
}

/** From now on the account can only change its password. */
export async function consumeOneTimePassword(tx: Db, accountId: string, at: number) {
  await tx
    .updateTable('accounts')
    .set({ must_change_at: at, password_hash: null })
    .where('id', '=', accountId)
    .execute()
}

export async function findPasswordChangedAt(db: Db, accountId: string): Promise<number | null> {
  const row = await db
    .selectFrom('accounts')
    .select('password_changed_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.password_changed_at
}

export async function setPassword(tx: Db, accountId: string, hash: string, at: number) {
  await tx
    .updateTable('accounts')
    .set({
      password_hash: hash,
      one_time_hash: null,
      one_time_expires_at: null,
      must_change_at: null,
      password_changed_at: at,
    })
    .where('id', '=', accountId)
    .execute()
}

export async function addPasswordRequest(tx: Db, request: PasswordRequestRow): Promise<void> {
  await tx.insertInto('password_requests').values(request).execute()
}

export async function listPasswordRequests(db: Db): Promise<PasswordRequestRow[]> {
  return db.selectFrom('password_requests').selectAll().execute()
}

/** @returns false where another process was first */
export async function claimPasswordRequest(tx: Db, id: string): Promise<boolean> {
  const claimed = await tx
    .deleteFrom('password_requests')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}
