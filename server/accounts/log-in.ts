import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { SessionTokens } from '../http/session.ts'
import { checkPassword } from './check-password.ts'
import { completeLogin } from './complete-login.ts'
import { isStillCurrent } from './match-password.ts'
import { lockAccount } from './queries.ts'
import { createPendingLogin } from './second-factor/pending-login.ts'
import type { LoginOrigin } from './sessions/queries.ts'

type LogInInput = {
  readonly email: string
  readonly password: string
  readonly role: 'admin' | 'student'
  readonly origin: LoginOrigin
  /** Of the session that this one takes the place of. */
  readonly oldToken: string | undefined
  /** "This is my own device": the browser keeps the session when it is closed. */
  readonly ownDevice?: boolean | undefined
}
type LogInResult = { readonly tokens: SessionTokens; readonly firstTimeSignin: boolean }
/** The password was right; what is missing is a second step with this token. */
export type PendingLogin = { readonly pendingToken: string; readonly accountId: string }

export async function logIn(
  deps: Deps,
  { email, password, role, origin, oldToken, ownDevice = false }: LogInInput,
): Promise<LogInResult | PendingLogin | Refusal<'wrong-login' | 'too-many' | 'account-disabled'>> {
  const { db, now, mail } = deps
  const checked = await checkPassword(deps, { email, password, role, origin })
  if (isRefusal(checked)) {
    const { refused } = checked
    return { ...checked, refused: refused === 'wrong-password' ? 'wrong-login' : refused }
  }

  const { account, match, place } = checked
  const isOneTime = match.kind === 'one-time'
  const result = await db.write(async (tx) => {
    const current = await lockAccount(tx, account.id)
    if (!current || !isStillCurrent(current, match)) return null

    if (current.isDisabled) return refuse('account-disabled')
    if (current.hasSecondFactor) {
      const pendingToken = await createPendingLogin(tx, current, match, now())
      return { pendingToken, accountId: account.id }
    }
    const method = isOneTime ? 'one-time-password' : 'password'
    const login = { method, place, origin, oldToken, isOwnDevice: ownDevice } as const
    const tokens = await completeLogin(tx, deps, current, login)
    return { tokens, firstTimeSignin: isOneTime || current.mustChangePassword }
  })
  if (!result) return refuse('wrong-login')
  if (isRefusal(result)) return result
  mail.wake()
  return result
}
