import { normalizeEmail } from '#core/accounts/email.ts'
import type { Deps } from '../deps.ts'
import { makeOneTimePassword } from './one-time-password.ts'
import { addAccount, findAccountByEmail } from './queries.ts'
import { findAdmins } from './staff-queries.ts'
import { validateNewPassword } from './validate-new-password.ts'

type FirstAdminConfig = {
  readonly ADMIN_EMAIL?: string | undefined
  readonly ADMIN_PASSWORD?: string | undefined
}

/**
 * Makes the admin that the settings name if there is none of that address, else, where no admin
 * is at all, one with a random password. Never resets a password.
 * @throws with a sentence when the password of the settings is one that nobody may have
 * @returns what to print, once
 */
export async function createFirstAdmin(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'passwords' | 'hmac'>,
  { ADMIN_EMAIL, ADMIN_PASSWORD }: FirstAdminConfig,
): Promise<string | null> {
  const { db, now, newId, passwords } = deps
  if ((ADMIN_EMAIL === undefined) !== (ADMIN_PASSWORD === undefined))
    return tellHalfNamed(ADMIN_EMAIL === undefined, await createFirstAdmin(deps, {}))
  const isNamed = ADMIN_EMAIL !== undefined && ADMIN_PASSWORD !== undefined
  const email = isNamed ? normalizeEmail(ADMIN_EMAIL) : 'admin@example.com'
  if (isNamed ? await findAccountByEmail(db.read, email) : (await findAdmins(db.read)).length > 0)
    return null

  if (isNamed) {
    const error = await validateNewPassword(db.read, {
      account: { email },
      password: ADMIN_PASSWORD,
    })
    if (error) throw new Error(`ADMIN_PASSWORD is no password for an admin. ${error}.`)
  }
  const { password, hash } = isNamed
    ? { password: ADMIN_PASSWORD, hash: await passwords.hash(ADMIN_PASSWORD) }
    : makeOneTimePassword(deps)
  const at = now()
  const id = newId()
  const base = { id, role: 'owner', email, name: 'Admin' } as const
  const account = isNamed
    ? { ...base, passwordHash: hash }
    : { ...base, oneTime: { hash, expiresAt: at + noExpiryMs } }
  const isAdded = await db.write((tx) => addAccount(tx, account, at))
  if (!isAdded || isNamed) return null
  return [
    '',
    'There is no admin yet, so one was made. This is shown once:',
    `  address   ${email}`,
    `  password  ${password}`,
    'Log in at /admin/login; you will be asked to set a password of your own.',
    '',
  ].join('\n')
}

function tellHalfNamed(isPasswordAlone: boolean, made: string | null): string {
  const [set, missing] = isPasswordAlone
    ? ['ADMIN_PASSWORD', 'ADMIN_EMAIL']
    : ['ADMIN_EMAIL', 'ADMIN_PASSWORD']
  return `${set} is set without ${missing}, so no admin was made of it: set both, or neither.\n${made ?? ''}`
}

/** Printed on the machine itself, not mailed: good until it is used. */
const noExpiryMs = 100 * 365 * 24 * 60 * 60 * 1000
