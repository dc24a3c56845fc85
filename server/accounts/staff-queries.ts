import { getPermissions, type StaffRole } from '#core/accounts/permissions.ts'
import { type Db, lockRow } from '../database/database.ts'
import { type Account, toAccount } from './queries.ts'

/** All staff who were not removed, the disabled ones too. */
export async function findAdmins(db: Db): Promise<Account[]> {
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('email')
    .execute()
  return rows.map(toAccount)
}

/** Those who may manage staff and are not disabled. */
export async function listOwners(db: Db): Promise<Account[]> {
  return (await findAdmins(db)).filter(isActiveOwner)
}

/**
 * The same, while nobody else changes any of them: of two changes that together would leave none,
 * the second waits for the first. The rows are locked in one order.
 */
export async function lockOwners(tx: Db): Promise<Account[]> {
  const rows = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$call(lockRow(tx))
    .execute()
  return rows.map(toAccount).filter(isActiveOwner)
}

function isActiveOwner({ staffRole, isDisabled }: Account): boolean {
  return !isDisabled && getPermissions(staffRole).includes('staff.manage')
}

/** A member of staff with the extra columns of the list. */
export type StaffMember = Account & {
  readonly disabledAt: number | null
  readonly disabledBy: string | null
  readonly hasTotp: boolean
  readonly passkeys: number
  readonly recoveryCodesLeft: number
  readonly secondFactorAskedAt: number | null
  readonly sessions: number
  /** Null if no session is known. */
  readonly lastSeenAt: number | null
}

export async function listStaff(db: Db, only?: { readonly id: string }): Promise<StaffMember[]> {
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('accounts as disabler')
        .select('disabler.name')
        .whereRef('disabler.id', '=', 'accounts.disabled_by')
        .as('disabler_name'),
      eb
        .selectFrom('totp_keys')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('account_id', '=', 'accounts.id')
        .where('confirmed_at', 'is not', null)
        .as('totp_keys'),
      eb
        .selectFrom('passkeys')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('account_id', '=', 'accounts.id')
        .as('passkeys'),
      eb
        .selectFrom('recovery_codes')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('account_id', '=', 'accounts.id')
        .where('used_at', 'is', null)
        .as('recovery_codes'),
      eb
        .selectFrom('sessions')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('account_id', '=', 'accounts.id')
        .as('sessions'),
      eb
        .selectFrom('sessions')
        .select((of) => of.fn.max('seen_at').as('at'))
        .whereRef('account_id', '=', 'accounts.id')
        .as('seen_at'),
      eb
        .selectFrom('ended_sessions')
        .select((of) => of.fn.max('ended_at').as('at'))
        .whereRef('account_id', '=', 'accounts.id')
        .as('ended_at'),
    ])
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .$if(only !== undefined, (list) => list.where('id', '=', only?.id ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...toAccount(row),
    disabledAt: row.disabled_at,
    disabledBy: row.disabler_name,
    hasTotp: Number(row.totp_keys) > 0,
    passkeys: Number(row.passkeys),
    recoveryCodesLeft: Number(row.recovery_codes),
    secondFactorAskedAt: row.second_factor_asked_at,
    sessions: Number(row.sessions),
    lastSeenAt: row.seen_at ?? row.ended_at,
  }))
}

export async function setStaffRole(tx: Db, id: string, role: StaffRole): Promise<void> {
  await tx.updateTable('accounts').set({ staff_role: role }).where('id', '=', id).execute()
}

export async function setDisabled(
  tx: Db,
  id: string,
  disabled: { readonly at: number; readonly by: string | null } | null,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ disabled_at: disabled?.at ?? null, disabled_by: disabled?.by ?? null })
    .where('id', '=', id)
    .execute()
}

export async function removeAdmin(tx: Db, accountId: string, at: number) {
  await tx
    .updateTable('accounts')
    .set({ deleted_at: at })
    .where('id', '=', accountId)
    .where('role', '=', 'admin')
    .execute()
}

/** Those removed long enough ago to be erased. */
export async function listRemovedAdminIds(db: Db, until: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', '<=', until)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
