import { validatePassword } from '#core/accounts/password.ts'
import { site } from '#site'
import type { Db } from '../database/database.ts'
import { loadKnownPasswords } from '../platform/known-passwords.ts'
import { findPhone } from './student-queries.ts'

type NewPassword = {
  /** The owner of the password; the id is set where the account exists already. */
  readonly account: { readonly id?: string; readonly name?: string; readonly email: string }
  readonly password: string
  readonly old?: string
  readonly isOldOneTime?: boolean
}

const [, mailDomain = ''] = site.email.split('@')
const instituteNames = [site.product, mailDomain.split('.')[0] ?? '']

/** A sentence for the person who chose it, or undefined where the password is good. */
export async function validateNewPassword(
  db: Db,
  { account, password, old, isOldOneTime = false }: NewPassword,
): Promise<string | undefined> {
  const phone = account.id === undefined ? null : await findPhone(db, account.id)
  const { name = '', email } = account
  return validatePassword(password, {
    isCommon: await loadKnownPasswords(),
    ...(old !== undefined && { old, isOldOneTime }),
    personal: { name, email, institute: instituteNames, ...(phone !== null && { phone }) },
  })
}
