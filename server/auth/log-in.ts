import { comeBack, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit.ts'
import type { Deps } from '../deps.ts'
import { isStillCurrent, matchPassword } from './match-password.ts'
import { beginSession, endSession, type LoginOrigin, type Tokens } from './session-store.ts'
import { accountByEmail, accountToEnter, spendOneTimePassword } from './store.ts'

type Given = {
  readonly email: string
  readonly password: string
  readonly role: 'admin' | 'student'
  readonly origin: LoginOrigin
  /** Of the session that this one takes the place of. */
  readonly oldToken: string | undefined
  /** "This is my own device": the browser keeps the session when it is closed. */
  readonly ownDevice?: boolean | undefined
}
type Entered = { readonly tokens: Tokens; readonly firstTimeSignin: boolean }

export async function logIn(
  deps: Deps,
  { email, password, role, origin, oldToken, ownDevice = false }: Given,
): Promise<Entered | Refusal<'wrong-login' | 'too-many'>> {
  const { db, now, limits } = deps
  const { address } = origin
  const limited = await limits.failedLogin(email, address)
  if (limited) return comeBack(limited.retryAfterSeconds)

  const account = await accountByEmail(db.read, email)
  const isRightRole = account?.role === role
  const match = await matchPassword(deps, isRightRole ? account : undefined, password, now())
  if (!account || !match) {
    await limits.countFailedLogin(email, address)
    return refuse('wrong-login')
  }

  const isOneTime = match.kind === 'one-time'
  const tokens = await db.write(async (tx) => {
    const current = await accountToEnter(tx, account.id)
    if (!current || !isStillCurrent(current, match)) return null

    const at = now()
    if (oldToken) await endSession(tx, oldToken, { reason: 'replaced', at })
    if (isOneTime) await spendOneTimePassword(tx, account.id, at)
    await audit(
      tx,
      deps,
      { actor: { id: account.id, email, address }, action: 'session.started' },
      at,
    )
    const method = isOneTime ? 'one-time-password' : 'password'
    const session = { accountId: account.id, method, origin, isOwnDevice: ownDevice } as const
    return beginSession(tx, { ...session, isNewPlace: false }, at)
  })
  if (!tokens) return refuse('wrong-login')
  await limits.forgetFailedLogins(email, address)
  return { tokens, firstTimeSignin: isOneTime || account.mustChangePassword }
}
