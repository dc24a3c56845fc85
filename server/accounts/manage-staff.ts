import type { AuditAction, AuditDetail } from '#contract/audit-log.ts'
import { oneTimePasswordLifetimeMs } from '#core/accounts/password.ts'
import { getPermissions, isLastOwner, type StaffRole } from '#core/accounts/permissions.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { getRetentionCutoff } from '#core/students/retention.ts'
import { audit, eraseAuditValues, systemActor } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { eraseAccounts } from './deletion-queries.ts'
import { makeOneTimePassword } from './one-time-password.ts'
import { type Account, addAccount, lockAccount } from './queries.ts'
import { deleteAccountPendingLogins } from './second-factor/pending-login.ts'
import { resetSecondFactor } from './second-factor/reset-second-factor.ts'
import { endAccountSessions } from './sessions/queries.ts'
import {
  listRemovedAdminIds,
  listStaff,
  lockOwners,
  type StaffMember,
  setDisabled,
  setStaffRole,
} from './staff-queries.ts'

type InviteStaffInput = {
  readonly name: string
  readonly email: string
  readonly role: StaffRole
  /** Shown to who invites; then no email is written. */
  readonly deliver: 'mail' | 'show'
  readonly actor: Actor
}

export async function inviteStaff(
  deps: Deps,
  { actor, deliver, ...invited }: InviteStaffInput,
): Promise<{ member: StaffMember; password: string } | Refusal<'email-taken'>> {
  const { db, mail, newId, now } = deps
  const id = newId()
  const { password, hash } = makeOneTimePassword(deps)
  const added = await db.write(async (tx) => {
    const at = now()
    const expiresAt = at + oneTimePasswordLifetimeMs
    const account = { ...invited, id, oneTime: { hash, expiresAt } }
    if (!(await addAccount(tx, account, at))) {
      return refuse('email-taken', { email: 'An account with this email already exists.' })
    }
    const to = { name: invited.name, address: invited.email }
    const login = { accountId: id, role: 'admin', password, expiresAt } as const
    if (deliver === 'mail') await mail.queue(tx, [{ kind: 'staff-invitation', to, ...login }], at)
    const detail = { role: invited.role, ...(deliver === 'show' && { deliver }) }
    await audit(tx, deps, { actor, action: 'staff.invited', subject: id, detail }, at)
    return { member: await readMember(tx, id), password }
  })
  mail.wake()
  return added
}

type ChangeStaffInput = { readonly id: string; readonly basedOn: string; readonly actor: Actor }
type StaffRefusal = Refusal<'staff-not-found' | 'staff-changed' | 'last-owner'>

export function changeStaffRole(
  deps: Deps,
  { role, ...input }: ChangeStaffInput & { readonly role: StaffRole },
): Promise<StaffMember | StaffRefusal> {
  const isDemotion = !getPermissions(role).includes('staff.manage')
  return changeMember(deps, input, isDemotion, async (tx, member, at) => {
    if (member.staffRole === role) return
    await setStaffRole(tx, member.id, role)
    const detail = { from: member.staffRole ?? 'none', to: role }
    await record(tx, deps, { ...input, action: 'staff.role-changed', detail }, at)
  })
}

export function setStaffDisabled(
  deps: Deps,
  { isDisabled, ...input }: ChangeStaffInput & { readonly isDisabled: boolean },
): Promise<StaffMember | StaffRefusal> {
  return changeMember(deps, input, isDisabled, async (tx, member, at) => {
    if (member.isDisabled === isDisabled) return
    await setDisabled(tx, member.id, isDisabled ? { at, by: input.actor.id } : null)
    if (isDisabled) {
      await endAccountSessions(tx, member.id, { reason: 'reset', at })
      await deleteAccountPendingLogins(tx, member.id)
    }
    const action = isDisabled ? 'staff.disabled' : 'staff.enabled'
    await record(tx, deps, { ...input, action }, at)
  })
}

export function endStaffSessions(
  deps: Deps,
  { id, actor }: Pick<ChangeStaffInput, 'id' | 'actor'>,
): Promise<number | Refusal<'staff-not-found'>> {
  return deps.db.write(async (tx) => {
    const [member] = await listStaff(tx, { id })
    if (!member) return refuse('staff-not-found')
    const at = deps.now()
    const count = await endAccountSessions(tx, id, { reason: 'reset', at })
    const detail = { count }
    if (count > 0) await record(tx, deps, { id, actor, action: 'staff.logged-out', detail }, at)
    return count
  })
}

/** Nobody can reset their own: a stolen session would be a way around the second factor. */
export async function resetStaffSecondFactor(
  deps: Deps,
  { id, actor }: Pick<ChangeStaffInput, 'id' | 'actor'>,
): Promise<StaffMember | Refusal<'staff-not-found' | 'own-second-factor'>> {
  if (id === actor.id) return refuse('own-second-factor')
  const member = await deps.db.write(async (tx) => {
    // If two admins press at once, the second finds nothing left to reset.
    await lockAccount(tx, id)
    const [account] = await listStaff(tx, { id })
    if (!account) return refuse('staff-not-found')
    if (!account.hasTotp && account.passkeys === 0) return account
    await resetSecondFactor(tx, deps, { account, actor }, deps.now())
    return readMember(tx, id)
  })
  deps.mail.wake()
  return member
}

/** Without an owner who can log in, nobody could manage staff. Call inside the transaction. */
export async function wouldLoseLastOwner(tx: Db, id: string): Promise<boolean> {
  const owners = await lockOwners(tx)
  return owners.some((owner) => owner.id === id) && isLastOwner(id, owners.map(toOwner))
}

export function toOwner({ id, passwordHash }: Account) {
  return { id, hasPassword: passwordHash !== null }
}

/** Changes with every field that an owner can edit. */
export function toStaffVersion({ staffRole, disabledAt }: StaffMember): string {
  return `${staffRole} ${disabledAt ?? 'active'}`
}

function changeMember(
  { db, now }: Deps,
  { id, basedOn }: ChangeStaffInput,
  takesOwnerAway: boolean,
  change: (tx: Db, member: StaffMember, at: number) => Promise<void>,
): Promise<StaffMember | StaffRefusal> {
  return db.write(async (tx) => {
    const at = now()
    // Lock before reading, so that the checks see the previous change.
    const isLast = await wouldLoseLastOwner(tx, id)
    const [member] = await listStaff(tx, { id })
    if (!member) return refuse('staff-not-found')
    if (toStaffVersion(member) !== basedOn) return refuse('staff-changed')
    if (takesOwnerAway && isLast) return refuse('last-owner')
    await change(tx, member, at)
    return readMember(tx, id)
  })
}

async function readMember(tx: Db, id: string): Promise<StaffMember> {
  const [member] = await listStaff(tx, { id })
  if (!member) throw new Error('A member of staff is gone in the middle of a change')
  return member
}

type StaffEvent = {
  readonly id: string
  readonly actor: Actor
  readonly action: AuditAction
  readonly detail?: AuditDetail
}

function record(tx: Db, deps: Deps, { id, actor, action, detail = {} }: StaffEvent, at: number) {
  return audit(tx, deps, { actor, action, subject: id, detail }, at)
}

const batchSize = 20

/** Admins whose account was removed a year ago: until then the audit log names who did what. */
export async function eraseRemovedStaff(deps: Deps): Promise<void> {
  const { db, mail, now } = deps
  for (;;) {
    const at = now()
    const ids = await listRemovedAdminIds(
      db.read,
      getRetentionCutoff('removed-staff', at),
      batchSize,
    )
    if (ids.length === 0) return
    await mail.eraseFiles(await mail.listEmailIds(db.read, { accountIds: ids }))
    await db.erase(async (tx) => {
      await eraseAccounts(tx, ids)
      await eraseAuditValues(tx, ids)
      await audit(tx, deps, { actor: systemActor, action: 'admin.erased', detail: { ids } }, at)
    })
  }
}
