import { oneTimePasswordLifetimeMs } from '#core/accounts/password.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { makeOneTimePassword } from '../accounts/one-time-password.ts'
import { setOneTimePassword } from '../accounts/password-queries.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { findStudent } from './queries.ts'

type SendLoginDetailsInput = {
  readonly id: string
  readonly deliver: 'mail' | 'show'
  readonly actor: Actor
}

/** A new one-time password; what the student has now works until they use it. */
export async function sendLoginDetails(
  deps: Deps,
  { id, deliver, actor }: SendLoginDetailsInput,
): Promise<{ password: string; email: string } | Refusal<'student-not-found'>> {
  const { db, now, mail } = deps
  const { password, hash } = makeOneTimePassword(deps)
  const sent = await db.write(async (tx) => {
    const student = await findStudent(tx, id)
    if (!student) return refuse('student-not-found')

    const at = now()
    const expiresAt = at + oneTimePasswordLifetimeMs
    await setOneTimePassword(tx, id, { hash, expiresAt })
    if (deliver === 'mail') {
      const to = { name: student.name, address: student.email }
      const notification = { to, accountId: id, role: 'student', password, expiresAt } as const
      await mail.queue(tx, [{ kind: 'login-details', ...notification }], at)
    }
    const action = deliver === 'mail' ? 'login-details.mailed' : 'login-details.shown'
    await audit(tx, deps, { actor, action, subject: id }, at)
    return { password, email: student.email }
  })
  mail.wake()
  return sent
}
