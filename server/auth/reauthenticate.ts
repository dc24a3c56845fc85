import { isRefusal, type Refusal, refuse, refuseTooMany } from '#core/refusal.ts'
import type { Db, Deps } from '../deps.ts'
import { checkPassword } from './check-password.ts'
import { type Proof, verifyProof } from './second-factor/verify-proof.ts'
import type { LoginOrigin } from './session-store.ts'
import type { Session } from './sessions.ts'

type Reauthentication = {
  readonly session: Session
  readonly proof: Pick<Proof, 'code' | 'passkey'> & { readonly password?: string | undefined }
  readonly origin: LoginOrigin
}
type Answer = Promise<Refusal<'wrong-own-password' | 'wrong-code' | 'too-many'> | null>

/** Counts like a login where it fails, and never ends the session. */
export async function reauthenticate(deps: Deps, given: Reauthentication): Answer {
  return given.proof.password === undefined ? byFactor(deps, given) : byPassword(deps, given)
}

async function byPassword(deps: Deps, { session, proof, origin }: Reauthentication): Answer {
  const { password = '' } = proof
  const { email, role } = session.user
  const checked = await checkPassword(deps, { email, password, role, origin })
  if (isRefusal(checked)) {
    const { refused } = checked
    return { ...checked, refused: refused === 'wrong-password' ? 'wrong-own-password' : refused }
  }
  if (checked.match.kind === 'one-time') return refuse('wrong-own-password')
  await deps.db.write((tx) => markAuthenticated(tx, session, deps.now()))
  return null
}

async function byFactor(deps: Deps, { session, proof }: Reauthentication): Answer {
  const { db, limits, now } = deps
  const { id } = session.user
  const budget = `${id} ${session.id}`
  const limited = proof.passkey ? null : await limits.take('second-factor', budget)
  if (limited) return refuseTooMany(limited.retryAfterSeconds)

  const holder = { purpose: 'again', id: session.id } as const
  const verified = await verifyProof(deps, id, proof, holder)
  const isSpent =
    verified &&
    (await db.write(async (tx) => {
      const at = now()
      const isFirst = await verified.spend(tx, at)
      if (isFirst) await markAuthenticated(tx, session, at)
      return isFirst
    }))
  if (!isSpent) return refuse('wrong-code')
  if (!proof.passkey) await limits.refund('second-factor', budget)
  return null
}

async function markAuthenticated(tx: Db, { id }: Session, at: number) {
  await tx.updateTable('sessions').set({ authenticated_at: at }).where('id', '=', id).execute()
}
