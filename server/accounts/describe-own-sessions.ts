import type { Deps } from '../deps.ts'
import { toInstantOrNull } from '../http/serialize.ts'
import type { Session } from '../http/session.ts'
import { findPasswordChangedAt } from './password-queries.ts'
import { readSecondFactors } from './second-factor/queries.ts'
import { listOwnSessions } from './sessions/own-sessions.ts'

/** For the page of an account: its sessions, its password, and for staff the second factors. */
export async function describeOwnSessions(deps: Deps, session: Session) {
  const { user } = session
  const changedAt = await findPasswordChangedAt(deps.db.read, user.id)
  const factors = await readSecondFactors(deps.db.read, user.id)
  return {
    ...(await listOwnSessions(deps, session)),
    passwordChangedAt: toInstantOrNull(changedAt),
    secondFactor:
      user.role === 'student'
        ? null
        : {
            passkeys: factors.passkeys.length,
            totp: factors.totpSince !== null,
            recoveryCodesLeft: factors.recoveryCodesLeft,
          },
  }
}
