import { maxCodeAttempts } from '#core/accounts/second-factor.ts'
import { isRefusal, type Refusal, refuse, refuseTooMany } from '#core/refusal.ts'
import { audit } from '../../audit-log/audit.ts'
import type { PendingLoginRow } from '../../database/account-tables.ts'
import type { Deps } from '../../deps.ts'
import type { SessionTokens } from '../../http/session.ts'
import type { LoginPlace } from '../../platform/rate-limits/network-slowdowns.ts'
import { findLogin } from '../known-places.ts'
import { completeLogin } from '../log-in.ts'
import { lockAccount } from '../queries.ts'
import type { LoginOrigin } from '../sessions/queries.ts'
import { countTry, deletePendingLogin, isSamePassword } from './pending-login.ts'
import { type Proof, verifyProof } from './verify-proof.ts'

type LogInWithSecondFactorInput = {
  readonly pendingToken: string
  readonly proof: Proof
  readonly origin: LoginOrigin
  readonly oldToken: string | undefined
}
type LogInWithSecondFactorResult = {
  readonly tokens: SessionTokens
  readonly firstTimeSignin: boolean
}

/**
 * Five tries, then the password again; and so many an hour from unknown places together, so that
 * who knows the password cannot lock its owner out of a known one.
 */
export async function logInWithSecondFactor(
  deps: Deps,
  input: LogInWithSecondFactorInput,
): Promise<
  | LogInWithSecondFactorResult
  | Refusal<'log-in-again' | 'wrong-code' | 'too-many' | 'account-disabled'>
> {
  const { limits, mail } = deps
  const { pendingToken, proof, origin } = input
  const pending = await countTry(deps, pendingToken)
  if (!pending) return refuse('log-in-again')
  const { account_id: accountId, email } = pending
  const { place } = await findLogin(deps, email, origin)
  const limitKey = `${accountId} ${place.kind === 'unknown' ? '' : `${place.kind} ${place.value}`}`
  // Nobody guesses a signature.
  const limited = proof.passkey ? null : await limits.take('second-factor', limitKey)
  if (limited) return refuseTooMany(limited.retryAfterSeconds)

  const holder = { purpose: 'log-in', id: pending.token_hash } as const
  const verified = await verifyProof(deps, accountId, proof, holder)
  const result =
    verified && (await completeVerifiedLogin(deps, input, { pending, verified, place }))
  if (!result) {
    const actor = { id: accountId, email, address: origin.address }
    await deps.db.write((tx) =>
      audit(tx, deps, { actor, action: 'session.refused-code' }, deps.now()),
    )
    return refuse(pending.tries < maxCodeAttempts ? 'wrong-code' : 'log-in-again')
  }
  if (isRefusal(result)) return result
  if (!proof.passkey) await limits.refund('second-factor', limitKey)
  mail.wake()
  return result
}

type VerifiedLogin = {
  readonly pending: PendingLoginRow
  readonly verified: NonNullable<Awaited<ReturnType<typeof verifyProof>>>
  readonly place: LoginPlace
}

/** Null if the same proof has been used since. */
function completeVerifiedLogin(
  deps: Deps,
  { origin, oldToken }: LogInWithSecondFactorInput,
  { pending, verified, place }: VerifiedLogin,
): Promise<LogInWithSecondFactorResult | Refusal<'log-in-again' | 'account-disabled'> | null> {
  return deps.db.write(async (tx) => {
    const account = await lockAccount(tx, pending.account_id)
    if (!account || !isSamePassword(account, pending)) return refuse('log-in-again')
    if (account.isDisabled) return refuse('account-disabled')
    if (!(await verified.consume(tx, deps.now()))) return null
    if (!(await deletePendingLogin(tx, pending.token_hash))) return refuse('log-in-again')

    // The session of a one-time password leads to another password only, whatever was shown beside.
    const isOneTime = pending.is_one_time === 1
    const method = isOneTime ? 'one-time-password' : verified.method
    const login = { method, place, origin, oldToken, isOwnDevice: false } as const
    const tokens = await completeLogin(tx, deps, account, login)
    return { tokens, firstTimeSignin: isOneTime || account.mustChangePassword }
  })
}
