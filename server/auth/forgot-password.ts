import { oneTimePasswordMs } from '#core/password.ts'
import { comeBack, type Refusal } from '#core/refusal.ts'
import { audit } from '../audit.ts'
import type { Deps } from '../deps.ts'
import { accountByEmail, setOneTimePassword } from './store.ts'

/** Does the same work for an unknown address, but for the letter: the answer tells nothing. */
export async function forgotPassword(
  deps: Deps,
  { email, address }: { email: string; address: string },
): Promise<Refusal<'too-many'> | null> {
  const { db, now, limits, passwords, mail } = deps
  const limited = await limits.take('forgotten', email)
  if (limited) return comeBack(limited.retryAfterSeconds)

  const password = passwords.oneTime()
  const hash = await passwords.hash(password)
  await db.write(async (tx) => {
    const account = await accountByEmail(tx, email)
    if (!account) return

    const at = now()
    const expiresAt = at + oneTimePasswordMs
    await setOneTimePassword(tx, account.id, { hash, expiresAt })
    const { id, role, name } = account
    const letter = { to: { name, address: email }, accountId: id, role, password, expiresAt }
    await mail.queue(tx, [{ kind: 'forgotten-password', ...letter }], at)
    const actor = { id, email, address }
    await audit(tx, deps, { actor, action: 'asked for a one-time password' }, at)
  })
  mail.wake()
  return null
}
