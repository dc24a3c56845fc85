import type { StaffRole } from '#core/accounts/permissions.ts'
import type { AccountRow } from '../database/account-tables.ts'
import { type Db, lockRow, toBatches } from '../database/database.ts'

export type Account = {
  readonly id: string
  readonly role: 'admin' | 'student'
  /** The role of a member of staff; null for a student. */
  readonly staffRole: string | null
  readonly email: string
  readonly name: string
  readonly passwordHash: string | null
  readonly oneTime: { readonly hash: string; readonly expiresAt: number } | null
  readonly mustChangePassword: boolean
  /** Added by the institute, and the rest of the registration is not given yet. */
  readonly mustCompleteRegistration: boolean
  readonly hasSecondFactor: boolean
  /** Nobody may log in with it. */
  readonly isDisabled: boolean
}

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && toAccount(row)
}

/** Locks the row until the transaction ends. */
export async function lockAccount(tx: Db, id: string): Promise<Account | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$call(lockRow(tx))
    .executeTakeFirst()
  return row && toAccount(row)
}

/** Returns false if the address is taken; a unique index decides. */
export async function addAccount(
  tx: Db,
  account: Pick<AccountRow, 'id' | 'email' | 'name'> & {
    role: 'student' | StaffRole
    passwordHash?: string
    oneTime?: { hash: string; expiresAt: number }
  },
  at: number,
): Promise<boolean> {
  const added = await tx
    .insertInto('accounts')
    .values({
      id: account.id,
      role: account.role === 'student' ? 'student' : 'admin',
      staff_role: account.role === 'student' ? null : account.role,
      email: account.email,
      name: account.name,
      password_hash: account.passwordHash ?? null,
      one_time_hash: account.oneTime?.hash ?? null,
      one_time_expires_at: account.oneTime?.expiresAt ?? null,
      must_change_at: account.passwordHash ? null : at,
      created_at: at,
      deleted_at: null,
    })
    .onConflict((clash) => clash.column('email').where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

const batchSize = 200

type AddedStudent = Pick<AccountRow, 'id' | 'email' | 'name'> & { readonly oneTimeHash: string }

/**
 * Accounts of students whom the institute adds: they give the rest of their registration at the
 * first sign-in. The caller has looked that no address is taken; a unique index decides.
 */
export async function addStudentAccounts(
  tx: Db,
  students: readonly AddedStudent[],
  { at, expiresAt }: { readonly at: number; readonly expiresAt: number },
): Promise<void> {
  for (const batch of toBatches(students, batchSize)) {
    const rows = batch.map(({ id, email, name, oneTimeHash }) => ({
      id,
      role: 'student' as const,
      email,
      name,
      one_time_hash: oneTimeHash,
      one_time_expires_at: expiresAt,
      must_change_at: at,
      registration_due_at: at,
      created_at: at,
    }))
    await tx.insertInto('accounts').values(rows).execute()
  }
}

/** Those of these addresses, in lower case, that have one. */
export async function findAccountsByEmails(db: Db, emails: readonly string[]): Promise<Account[]> {
  const found: Account[] = []
  for (const batch of toBatches(emails, batchSize)) {
    const rows = await db
      .selectFrom('accounts')
      .selectAll()
      .where('email', 'in', batch)
      .where('deleted_at', 'is', null)
      .execute()
    found.push(...rows.map(toAccount))
  }
  return found
}

export async function markRegistrationComplete(tx: Db, accountId: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ registration_due_at: null })
    .where('id', '=', accountId)
    .execute()
}

/** @returns those of them who have yet to complete their registration; the others stay as they are */
export async function setRegistrationDue(
  tx: Db,
  accountIds: readonly string[],
  dueAt: number,
): Promise<string[]> {
  const changed: string[] = []
  for (const batch of toBatches(accountIds, batchSize)) {
    const rows = await tx
      .updateTable('accounts')
      .set({ registration_due_at: dueAt })
      .where('id', 'in', batch)
      .where('registration_due_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .returning('id')
      .execute()
    changed.push(...rows.map(({ id }) => id))
  }
  return changed
}

/** Once: from then on the days count. */
export async function markSecondFactorAsked(tx: Db, accountId: string, at: number) {
  await tx
    .updateTable('accounts')
    .set({ second_factor_asked_at: at })
    .where('id', '=', accountId)
    .where('second_factor_asked_at', 'is', null)
    .execute()
}

export async function dismissSecondFactorNotice(tx: Db, accountId: string, at: number) {
  await tx
    .updateTable('accounts')
    .set({ second_factor_notice_at: at })
    .where('id', '=', accountId)
    .execute()
}

export async function readSecondFactorDates(db: Db, accountId: string) {
  const row = await db
    .selectFrom('accounts')
    .select(['second_factor_at', 'second_factor_asked_at', 'second_factor_notice_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    since: row.second_factor_at,
    askedAt: row.second_factor_asked_at,
    noticeAt: row.second_factor_notice_at,
  }
}

export async function isEmailTaken(db: Db, email: string, exceptId: string): Promise<boolean> {
  const other = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', exceptId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

export async function renameAccount(
  tx: Db,
  id: string,
  { name, email }: { readonly name?: string | undefined; readonly email?: string | undefined },
): Promise<void> {
  if (name === undefined && email === undefined) return
  await tx
    .updateTable('accounts')
    .set({ ...(name !== undefined && { name }), ...(email !== undefined && { email }) })
    .where('id', '=', id)
    .execute()
}

/** Null once it is gone. */
export async function findAccountName(db: Db, id: string | null): Promise<string | null> {
  if (id === null) return null
  const row = await db
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.name ?? null
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    role: row.role,
    staffRole: row.staff_role,
    email: row.email,
    name: row.name,
    passwordHash: row.password_hash,
    oneTime:
      row.one_time_hash !== null && row.one_time_expires_at !== null
        ? { hash: row.one_time_hash, expiresAt: row.one_time_expires_at }
        : null,
    mustChangePassword: row.must_change_at !== null,
    mustCompleteRegistration: row.registration_due_at !== null,
    hasSecondFactor: row.second_factor_at !== null,
    isDisabled: row.disabled_at !== null,
  }
}
