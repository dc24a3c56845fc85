import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { SessionTokens } from '../http/session.ts'
import { checkPassword, type LoginCaller } from './check-password.ts'
import { rememberPlaces } from './known-places.ts'
import { isStillCurrent } from './one-time-password.ts'
import { setPassword } from './password-queries.ts'
import { lockAccount } from './queries.ts'
import { loadSession } from './sessions/load-session.ts'
import { isSessionThere } from './sessions/own-session-queries.ts'
import { createSession, endAccountSessions, type LoginOrigin } from './sessions/queries.ts'
import { validateNewPassword } from './validate-new-password.ts'

type ChangePasswordInput = {
  readonly email: string
  readonly password: string
  readonly newPassword: string
  readonly origin: LoginOrigin
  readonly oldToken: string | undefined
  readonly caller?: LoginCaller
}
type ChangePasswordResult = { readonly tokens: SessionTokens; readonly role: 'admin' | 'student' }

/** Ends all sessions of the account and returns a new one. */
export async function changePassword(
  deps: Deps,
  { email, password, newPassword, origin, oldToken, caller }: ChangePasswordInput,
): Promise<
  | ChangePasswordResult
  | Refusal<'wrong-password' | 'weak-password' | 'too-many' | 'log-in-first' | 'account-disabled'>
> {
  const { db, now, mail, passwords } = deps
  const { address } = origin
  const checked = await checkPassword(deps, { email, password, origin, caller })
  if (isRefusal(checked)) return checked

  const { account, match, place } = checked
  const error = await validateNewPassword(db.read, {
    account,
    password: newPassword,
    old: password,
    isOldOneTime: match.kind === 'one-time',
  })
  if (error) return refuse('weak-password', { newPassword: error })

  const hash = await passwords.hash(newPassword)
  const oldSession = oldToken ? await loadSession(deps, oldToken, { isDeliberate: true }) : null
  const isOwn = oldSession?.user.id === account.id
  const isOwnDevice = isOwn && oldSession.isOwnDevice
  const tokens = await db.write(async (tx) => {
    const current = await lockAccount(tx, account.id)
    if (!current || !isStillCurrent(current, match)) return null
    if (current.isDisabled) return refuse('account-disabled')
    // A password alone must not open a session where a second factor is asked for.
    if (current.hasSecondFactor && !(isOwn && (await isSessionThere(tx, oldSession.id)))) {
      return refuse('log-in-first')
    }

    const at = now()
    await setPassword(tx, account.id, hash, at)
    await endAccountSessions(tx, account.id, { reason: 'password-changed', at })
    const actor = { id: account.id, email, address }
    await audit(tx, deps, { actor, action: 'password.changed' }, at)
    await rememberPlaces(tx, deps, account.id, origin, at)
    const { name, role } = current
    const notification = { to: { name, address: email }, accountId: account.id, role, at }
    const where = { device: origin.device.name, address }
    await mail.queue(tx, [{ kind: 'password-changed', ...notification, ...where }], at)
    const session = { accountId: account.id, method: 'password', origin, isOwnDevice } as const
    return createSession(tx, { ...session, isNewPlace: !isOwn && place.kind === 'unknown' }, at)
  })
  if (!tokens) return refuse('wrong-password')
  if (isRefusal(tokens)) return tokens
  mail.wake()
  return { tokens, role: account.role }
}
