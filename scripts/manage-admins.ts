import type { AuditAction } from '#contract/audit-log.ts'
import { isEmail, normalizeEmail } from '#core/accounts/email.ts'
import { oneTimePasswordLifetimeMs } from '#core/accounts/password.ts'
import { isStaffRole, type StaffRole, staffRoleNames } from '#core/accounts/permissions.ts'
import { wouldLoseLastOwner } from '#server/accounts/manage-staff.ts'
import { makeOneTimePassword } from '#server/accounts/one-time-password.ts'
import { consumeOneTimePassword, setOneTimePassword } from '#server/accounts/password-queries.ts'
import { addAccount, findAccountByEmail } from '#server/accounts/queries.ts'
import { resetSecondFactor } from '#server/accounts/second-factor/reset-second-factor.ts'
import { endAccountSessions } from '#server/accounts/sessions/queries.ts'
import { findAdmins, removeAdmin } from '#server/accounts/staff-queries.ts'
import { audit, systemActor } from '#server/audit-log/audit.ts'
import type { Db } from '#server/database/database.ts'
import type { Deps } from '#server/deps.ts'
import { formatHelp } from './command-line/help.ts'
import { type CommandLine, commands } from './command-line/parse-command.ts'

/** Only the mail queue is needed: the server sends what is in it. */
type ManageAdminsDeps = { readonly mail: Pick<Deps['mail'], 'queue'> } & Pick<
  Deps,
  'db' | 'now' | 'newId' | 'passwords' | 'hmac'
>

/** Describes the loss that a command causes, in one sentence; null where there is none. */
export function describeLoss({ words }: CommandLine<'admin'>): string | null {
  const [command, address = ''] = words
  if (command === 'reset') return `This ends the password and all sessions of ${address}.`
  if (command === 'remove') return `This takes the account ${address} away.`
  if (command === 'reset-second-factor') {
    return `This removes the second factor of ${address} and ends their sessions.`
  }
  return command === 'end-sessions' ? `This logs ${address} out everywhere.` : null
}

/**
 * Carries out `npm run admin` and returns what it prints.
 * @throws with one sentence when it cannot be done
 */
export async function manageAdmins(
  deps: ManageAdminsDeps,
  { words, values }: CommandLine<'admin'>,
): Promise<string> {
  const [command, address = ''] = words
  const role = readRole(values.role)
  if (role !== null && command !== 'add') throw new Error('Only add takes a role.')
  const email = normalizeEmail(address)
  if (command === 'list' && address === '') return formatAdminList(deps)
  if (command === 'end-sessions' && (isEmail(email) || email === 'everyone')) {
    return endSessions(deps, email)
  }
  if (isEmail(email)) {
    if (command === 'add') return addAdmin(deps, email, role ?? 'owner')
    if (command === 'reset') return resetAdmin(deps, email)
    if (command === 'remove') return removeAdminByEmail(deps, email)
    if (command === 'reset-second-factor') return resetSecondFactorByEmail(deps, email)
  }
  throw new Error(formatHelp('admin', commands.admin))
}

function readRole(role: string | undefined): StaffRole | null {
  if (role === undefined) return null
  if (!isStaffRole(role)) throw new Error(`A role is one of: ${staffRoleNames.join(', ')}.`)
  return role
}

async function formatAdminList({ db, now }: ManageAdminsDeps): Promise<string> {
  const all = await findAdmins(db.read)
  const lines = all.map(({ email, staffRole, isDisabled, mustChangePassword, oneTime }) => {
    const isValid = oneTime !== null && oneTime.expiresAt > now()
    const login = isValid ? ['has a one-time password'] : ['cannot log in: reset it']
    const facts = [
      ...(staffRole === 'owner' ? [] : [staffRole ?? 'without a role']),
      ...(isDisabled ? ['disabled'] : []),
      ...(mustChangePassword ? login : []),
    ]
    return [email, facts.join(', ')].filter(Boolean).join('   ')
  })
  return lines.join('\n') || 'There is no admin.'
}

async function addAdmin(deps: ManageAdminsDeps, email: string, role: StaffRole): Promise<string> {
  const { db, now, newId } = deps
  const taken = await findAccountByEmail(db.read, email)
  if (taken?.role === 'admin') throw new Error(`${email} is an admin already; try reset.`)
  if (taken) throw new Error(`${email} belongs to a student.`)

  const { password, hash } = makeOneTimePassword(deps)
  const at = now()
  const oneTime = { hash, expiresAt: at + oneTimePasswordLifetimeMs }
  const account = { id: newId(), role, email, name: toName(email), oneTime } as const
  const isAdded = await db.write(async (tx) => {
    if (!(await addAccount(tx, account, at))) return false
    await recordChange(tx, deps, 'admin.added', account.id, at)
    return true
  })
  if (!isAdded) throw new Error(`${email} is taken.`)
  return describeOneTimePassword(email, password)
}

async function resetAdmin(deps: ManageAdminsDeps, email: string): Promise<string> {
  const { db, now } = deps
  const { id } = await getAdmin(deps, email)
  const { password, hash } = makeOneTimePassword(deps)
  const at = now()
  await db.write(async (tx) => {
    await setOneTimePassword(tx, id, { hash, expiresAt: at + oneTimePasswordLifetimeMs })
    await consumeOneTimePassword(tx, id, at)
    await endAccountSessions(tx, id, { reason: 'reset', at })
    await recordChange(tx, deps, 'admin.reset', id, at)
  })
  return describeOneTimePassword(email, password)
}

async function resetSecondFactorByEmail(deps: ManageAdminsDeps, email: string): Promise<string> {
  const { db, now } = deps
  const account = await getAdmin(deps, email)
  const detail = { via: 'command-line' }
  await db.write((tx) =>
    resetSecondFactor(tx, deps, { account, actor: systemActor, detail }, now()),
  )
  return `${email} logs in with the password alone, until they set up another second factor.\nAll their sessions have ended, and a letter tells them.`
}

async function removeAdminByEmail(deps: ManageAdminsDeps, email: string): Promise<string> {
  const { db, now } = deps
  const { id } = await getAdmin(deps, email)
  const all = await findAdmins(db.read)
  if (all.length === 1) throw new Error(`${email} is the only admin. Add another one first.`)
  const at = now()
  const isRemoved = await db.write(async (tx) => {
    if (await wouldLoseLastOwner(tx, id)) return false
    await removeAdmin(tx, id, at)
    await endAccountSessions(tx, id, { reason: 'reset', at })
    await recordChange(tx, deps, 'admin.removed', id, at)
    return true
  })
  if (!isRemoved) {
    throw new Error(`${email} is the last owner who can log in. Add another one first.`)
  }
  return `${email} is no longer an admin.`
}

async function getAdmin({ db }: ManageAdminsDeps, email: string) {
  const account = await findAccountByEmail(db.read, email)
  if (account?.role !== 'admin') throw new Error(`There is no admin ${email}.`)
  return account
}

function describeOneTimePassword(email: string, password: string): string {
  return `Log in at /admin/login as ${email} with this one-time password. It is shown once and\nworks for 72 hours; you will be asked to set a password of your own.\n\n  ${password}\n`
}

function toName(email: string): string {
  return email.split('@')[0] ?? email
}

function recordChange(
  tx: Db,
  deps: ManageAdminsDeps,
  action: AuditAction,
  subject: string,
  at: number,
) {
  return audit(
    tx,
    deps,
    { actor: systemActor, action, subject, detail: { via: 'command-line' } },
    at,
  )
}

type EndSessionsDeps = Pick<Deps, 'db' | 'now' | 'newId'>

/**
 * Ends the sessions of one account, staff or student, or of `everyone`; passwords stay as they are.
 */
async function endSessions(deps: EndSessionsDeps, target: string): Promise<string> {
  const { db, now } = deps
  const ids =
    target === 'everyone'
      ? await listAccountsWithSessions(deps)
      : [await getAccountId(deps, target)]
  let count = 0
  for (const id of ids) {
    const at = now()
    count += await db.write(async (tx) => {
      const ended = await endAccountSessions(tx, id, { reason: 'reset', at })
      const detail = { via: 'command-line', count: ended }
      const event = { actor: systemActor, action: 'session.ended', subject: id, detail } as const
      if (ended > 0) await audit(tx, deps, event, at)
      return ended
    })
  }
  return `${count === 1 ? '1 session has' : `${count} sessions have`} ended.`
}

async function listAccountsWithSessions({ db }: EndSessionsDeps): Promise<string[]> {
  const rows = await db.read.selectFrom('sessions').select('account_id').distinct().execute()
  return rows.map(({ account_id }) => account_id)
}

async function getAccountId({ db }: EndSessionsDeps, email: string): Promise<string> {
  const account = await findAccountByEmail(db.read, email)
  if (!account) throw new Error(`There is no account ${email}.`)
  return account.id
}
