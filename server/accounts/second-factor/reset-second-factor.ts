import type { AuditDetail } from '#contract/audit-log.ts'
import { audit } from '../../audit-log/audit.ts'
import type { Db } from '../../database/database.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/session.ts'
import { endAccountSessions } from '../sessions/queries.ts'
import { deleteAccountPendingLogins } from './pending-login.ts'
import { deleteSecondFactors } from './queries.ts'

type ResetSecondFactorDeps = Pick<Deps, 'newId'> & { readonly mail: Pick<Deps['mail'], 'queue'> }

type ResetSecondFactorInput = {
  readonly account: { readonly id: string; readonly name: string; readonly email: string }
  readonly actor: Actor
  readonly detail?: AuditDetail
}

/**
 * For a member of staff who lost their phone and their codes: the password alone opens the account
 * again. Their sessions end, since the lost phone may be logged in, and an email tells them.
 */
export async function resetSecondFactor(
  tx: Db,
  deps: ResetSecondFactorDeps,
  { account: { id, name, email }, actor, detail = {} }: ResetSecondFactorInput,
  at: number,
): Promise<void> {
  await deleteSecondFactors(tx, id)
  await deleteAccountPendingLogins(tx, id)
  await endAccountSessions(tx, id, { reason: 'reset', at })
  const to = { name, address: email }
  await deps.mail.queue(tx, [{ kind: 'second-factor', to, accountId: id, change: 'reset', at }], at)
  await audit(tx, deps, { actor, action: 'second-factor.reset', subject: id, detail }, at)
}
