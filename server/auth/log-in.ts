import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit.ts'
import type { Deps } from '../deps.ts'
import { checkPassword } from './check-password.ts'
import { rememberPlaces } from './known-places.ts'
import { isStillCurrent } from './match-password.ts'
import {
  beginSession,
  endOneTimeSessions,
  endSession,
  type LoginOrigin,
  type Tokens,
} from './session-store.ts'
import { accountToEnter } from './store.ts'

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
  const { db, now } = deps
  const { address } = origin
  const checked = await checkPassword(deps, { email, password, role, origin })
  if (isRefusal(checked)) {
    const { refused } = checked
    return { ...checked, refused: refused === 'wrong-password' ? 'wrong-login' : refused }
  }

  const { account, match, place } = checked
  const isOneTime = match.kind === 'one-time'
  const tokens = await db.write(async (tx) => {
    const current = await accountToEnter(tx, account.id)
    if (!current || !isStillCurrent(current, match)) return null

    const at = now()
    if (oldToken) await endSession(tx, oldToken, { reason: 'replaced', at })
    if (isOneTime) await endOneTimeSessions(tx, account.id, { reason: 'replaced', at })
    await rememberPlaces(tx, deps, account.id, origin, at)
    await audit(
      tx,
      deps,
      { actor: { id: account.id, email, address }, action: 'session.started' },
      at,
    )
    const method = isOneTime ? 'one-time-password' : 'password'
    const session = { accountId: account.id, method, origin, isOwnDevice: ownDevice } as const
    return beginSession(tx, { ...session, isNewPlace: place.kind === 'unknown' }, at)
  })
  if (!tokens) return refuse('wrong-login')
  return { tokens, firstTimeSignin: isOneTime || account.mustChangePassword }
}
