import type { PasskeyRow } from '../../database/account-tables.ts'
import type { Db } from '../../database/database.ts'

export type SecondFactors = {
  readonly totpSince: number | null
  readonly passkeys: readonly PasskeyRow[]
  readonly recoveryCodesLeft: number
}

export async function readSecondFactors(db: Db, accountId: string): Promise<SecondFactors> {
  const totp = await findTotpKey(db, accountId)
  const passkeys = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
  const remaining = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    totpSince: totp?.confirmed_at ?? null,
    passkeys,
    recoveryCodesLeft: Number(remaining.count),
  }
}

export function findTotpKey(db: Db, accountId: string) {
  return db
    .selectFrom('totp_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Replaces a key that was never confirmed. */
export async function saveTotpKey(tx: Db, accountId: string, sealedKey: string, at: number) {
  const key = { sealed_key: sealedKey, created_at: at, confirmed_at: null, used_step: 0 }
  await tx
    .insertInto('totp_keys')
    .values({ account_id: accountId, ...key })
    .onConflict((clash) => clash.column('account_id').doUpdateSet(key))
    .execute()
}

/** @returns false if a code of this step or a later one was taken before */
export async function consumeTotpStep(tx: Db, accountId: string, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('totp_keys')
    .set({ used_step: step })
    .where('account_id', '=', accountId)
    .where('used_step', '<', step)
    .returning('account_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function confirmTotpKey(tx: Db, accountId: string, at: number) {
  await tx
    .updateTable('totp_keys')
    .set({ confirmed_at: at })
    .where('account_id', '=', accountId)
    .execute()
}

export async function deleteTotpKey(tx: Db, accountId: string) {
  await tx.deleteFrom('totp_keys').where('account_id', '=', accountId).execute()
}

export function findPasskey(db: Db, accountId: string, id: string) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** @returns false if this passkey is one already */
export async function insertPasskey(tx: Db, row: PasskeyRow): Promise<boolean> {
  const added = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((clash) => clash.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** @returns false if it is gone, or if a signature as new as this one was taken before */
export async function recordPasskeyUse(
  tx: Db,
  { id, before, counter }: { id: string; before: number; counter: number },
  at: number,
): Promise<boolean> {
  const used = await tx
    .updateTable('passkeys')
    .set({ counter, used_at: at })
    .where('id', '=', id)
    .where('counter', '=', before)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export async function deletePasskey(tx: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function replaceRecoveryCodes(tx: Db, accountId: string, hashes: readonly string[]) {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  if (hashes.length === 0) return
  const rows = hashes.map((hash) => ({ account_id: accountId, code_hash: hash, used_at: null }))
  await tx.insertInto('recovery_codes').values(rows).execute()
}

/** Counts the unused ones. */
export async function listRecoveryHashes(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute()
  return rows.map(({ code_hash }) => code_hash)
}

export async function consumeRecoveryCode(
  tx: Db,
  accountId: string,
  hash: string,
  at: number,
): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Stored on the account, since every call asks for it and must not count rows. */
export async function setSecondFactorSince(tx: Db, accountId: string, since: number | null) {
  await tx
    .updateTable('accounts')
    .set({ second_factor_at: since })
    .where('id', '=', accountId)
    .execute()
}

/** Removes every factor, including unconfirmed ones. */
export async function deleteSecondFactors(tx: Db, accountId: string) {
  await deleteTotpKey(tx, accountId)
  await tx.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
  await replaceRecoveryCodes(tx, accountId, [])
  await setSecondFactorSince(tx, accountId, null)
}
