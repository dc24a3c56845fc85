import { oneTimePasswordLifetimeMs } from '#core/accounts/password.ts'
import { type Refusal, refuseTooMany } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { PasswordRequestRow } from '../database/account-tables.ts'
import type { Deps } from '../deps.ts'
import { makeOneTimePassword } from './one-time-password.ts'
import {
  addPasswordRequest,
  claimPasswordRequest,
  listPasswordRequests,
  setOneTimePassword,
} from './password-queries.ts'
import { findAccountByEmail } from './queries.ts'

/**
 * Keeps the request and answers; whether there is such an account is looked into afterwards, so
 * that neither the words of the answer nor its time tell.
 */
export async function requestOneTimePassword(
  deps: Deps,
  { email, address }: { email: string; address: string },
): Promise<Refusal<'too-many'> | null> {
  const { db, limits, now, newId, log } = deps
  const limited =
    (await limits.take('forgotten-address', address)) ?? (await limits.take('forgotten', email))
  if (limited) return refuseTooMany(limited.retryAfterSeconds)

  const request = { id: newId(), email, address, at: now() }
  try {
    await db.write((tx) => addPasswordRequest(tx, request))
  } catch (error) {
    // A request that got no answer is not counted.
    await limits.refund('forgotten-address', address)
    await limits.refund('forgotten', email)
    throw error
  }
  processRequest(deps, request).catch((err) => log.error({ err }, 'a one-time password waits'))
  return null
}

/** Requests left behind by a process that ended too early. */
export async function processPasswordRequests(deps: Deps): Promise<void> {
  for (const request of await listPasswordRequests(deps.db.read))
    await processRequest(deps, request)
}

async function processRequest(deps: Deps, { id, email, address }: PasswordRequestRow) {
  const { db, now, mail } = deps
  await db.write(async (tx) => {
    const isFirst = await claimPasswordRequest(tx, id)
    const account = isFirst ? await findAccountByEmail(tx, email) : undefined
    if (!account || account.isDisabled) return

    const at = now()
    const expiresAt = at + oneTimePasswordLifetimeMs
    const { password, hash } = makeOneTimePassword(deps)
    await setOneTimePassword(tx, account.id, { hash, expiresAt })
    const { role, name } = account
    const notification = {
      to: { name, address: email },
      accountId: account.id,
      role,
      password,
      expiresAt,
    }
    await mail.queue(tx, [{ kind: 'forgotten-password', ...notification }], at)
    const actor = { id: account.id, email, address }
    await audit(tx, deps, { actor, action: 'password.requested' }, at)
  })
  mail.wake()
}
