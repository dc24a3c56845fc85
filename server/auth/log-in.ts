import { isOneTimePasswordGood, looksOneTime } from '#core/password.ts'
import { comeBack, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit.ts'
import type { Deps } from '../deps.ts'
import { beginSession, endSession, type Tokens } from './sessions.ts'
import { type Account, accountByEmail, accountToEnter, spendOneTimePassword } from './store.ts'

type Given = {
  readonly email: string
  readonly password: string
  readonly role: 'admin' | 'student'
  readonly address: string
  /** Of the session that this one takes the place of. */
  readonly oldToken: string | undefined
}
type Entered = { readonly tokens: Tokens; readonly firstTimeSignin: boolean }

export async function logIn(
  deps: Deps,
  { email, password, role, address, oldToken }: Given,
): Promise<Entered | Refusal<'wrong-login' | 'too-many'>> {
  const { db, now, limits } = deps
  const limited = await limits.failedLogin(email, address)
  if (limited) return comeBack(limited.retryAfterSeconds)

  const account = await accountByEmail(db.read, email)
  const isRightRole = account?.role === role
  const isOneTime = looksOneTime(password)
  const matches = await isPasswordOf(deps, isRightRole ? account : undefined, password, now())
  if (!account || !matches) {
    await limits.countFailedLogin(email, address)
    return refuse('wrong-login')
  }

  const tokens = await db.write(async (tx) => {
    const current = await accountToEnter(tx, account.id)
    if (!current || secretOf(current, password) !== secretOf(account, password)) return null

    const at = now()
    if (oldToken) await endSession(tx, oldToken)
    if (isOneTime) await spendOneTimePassword(tx, account.id, at)
    await audit(tx, deps, { actor: { id: account.id, email, address }, action: 'signed in' }, at)
    return beginSession(tx, account.id, at)
  })
  if (!tokens) return refuse('wrong-login')
  await limits.forgetFailedLogins(email, address)
  return { tokens, firstTimeSignin: isOneTime || account.mustChangePassword }
}

/** What the password was held against: while that was done, somebody may have set another. */
export function secretOf(account: Account, password: string): string | null {
  return looksOneTime(password) ? (account.oneTime?.hash ?? null) : account.passwordHash
}

/** Always one comparison, also when there is no such account. */
export async function isPasswordOf(
  { passwords }: Deps,
  account: Account | undefined,
  password: string,
  at: number,
): Promise<boolean> {
  if (!looksOneTime(password)) return passwords.matches(password, account?.passwordHash ?? null)
  const oneTime = account?.oneTime
  const isGood = oneTime && isOneTimePasswordGood(oneTime.expiresAt, at)
  return passwords.matches(password, isGood ? oneTime.hash : null)
}
