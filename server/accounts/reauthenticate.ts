import { isRefusal, type Refusal, refuse, refuseTooMany } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../http/session.ts'
import { checkPassword, type LoginCaller } from './check-password.ts'
import { type Proof, verifyProof } from './second-factor/verify-proof.ts'
import { markAuthenticated } from './sessions/own-session-queries.ts'
import type { LoginOrigin } from './sessions/queries.ts'

type ReauthenticateInput = {
  readonly session: Session
  readonly proof: Pick<Proof, 'code' | 'passkey'> & { readonly password?: string | undefined }
  readonly origin: LoginOrigin
  readonly caller: LoginCaller
}
type ReauthenticateResult = Promise<Refusal<
  'wrong-own-password' | 'wrong-code' | 'too-many'
> | null>

/** Counts like a login where it fails, and never ends the session. */
export async function reauthenticate(deps: Deps, input: ReauthenticateInput): ReauthenticateResult {
  return input.proof.password === undefined
    ? reauthenticateByFactor(deps, input)
    : reauthenticateByPassword(deps, input)
}

async function reauthenticateByPassword(
  deps: Deps,
  { session, proof, origin, caller }: ReauthenticateInput,
): ReauthenticateResult {
  const { password = '' } = proof
  const { email, role } = session.user
  const checked = await checkPassword(deps, { email, password, role, origin, caller })
  if (isRefusal(checked)) {
    const { refused } = checked
    return { ...checked, refused: refused === 'wrong-password' ? 'wrong-own-password' : refused }
  }
  if (checked.match.kind === 'one-time') return refuse('wrong-own-password')
  await deps.db.write((tx) => markAuthenticated(tx, session.id, deps.now()))
  return null
}

async function reauthenticateByFactor(
  deps: Deps,
  { session, proof }: ReauthenticateInput,
): ReauthenticateResult {
  const { db, limits, now } = deps
  const { id } = session.user
  const limitKey = `${id} ${session.id}`
  const limited = proof.passkey ? null : await limits.take('second-factor', limitKey)
  if (limited) return refuseTooMany(limited.retryAfterSeconds)

  const holder = { purpose: 'again', id: session.id } as const
  const verified = await verifyProof(deps, id, proof, holder)
  const isSpent =
    verified &&
    (await db.write(async (tx) => {
      const at = now()
      const isFirst = await verified.consume(tx, at)
      if (isFirst) await markAuthenticated(tx, session.id, at)
      return isFirst
    }))
  if (!isSpent) return refuse('wrong-code')
  if (!proof.passkey) await limits.refund('second-factor', limitKey)
  return null
}
