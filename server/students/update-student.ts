import type { z } from 'zod'
import type { AuditValue } from '#contract/audit-log.ts'
import type { updateStudent as contract } from '#contract/students.ts'
import { oneTimePasswordLifetimeMs } from '#core/accounts/password.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { isPhone, phoneError } from '#core/students/registration.ts'
import { makeOneTimePassword } from '../accounts/one-time-password.ts'
import { type Actor, audit } from '../audit-log/audit.ts'
import { setOneTimePassword } from '../auth/store.ts'
import type { Deps } from '../deps.ts'
import { changeStudent, isEmailTaken, type StudentRecord, studentById } from './store.ts'

type Given = {
  readonly id: string
  readonly body: z.output<typeof contract.body>
  readonly actor: Actor
}

/** A new address gets new login details: the letters to the old one never arrived. */
export async function updateStudent(
  deps: Deps,
  { id, body, actor }: Given,
): Promise<StudentRecord | Refusal<'student-not-found' | 'email-taken' | 'invalid-input'>> {
  const { db, now, mail } = deps
  if (body.phone !== undefined && !isPhone(body.phone)) {
    return refuse('invalid-input', { phone: phoneError })
  }
  const { password, hash } = makeOneTimePassword(deps)
  const updated = await db.write(async (tx) => {
    const student = await studentById(tx, id)
    if (!student) return refuse('student-not-found')
    if (body.email !== undefined && (await isEmailTaken(tx, body.email, id))) {
      return refuse('email-taken', { email: 'An account with this email already exists.' })
    }

    const at = now()
    const { startDate, extraTimePercent, ...same } = body
    await changeStudent(tx, id, {
      ...same,
      ...(startDate !== undefined && { start_date: startDate }),
      ...(extraTimePercent !== undefined && { extra_time_percent: extraTimePercent }),
    })
    if (body.email !== undefined && body.email !== student.email) {
      const expiresAt = at + oneTimePasswordLifetimeMs
      await setOneTimePassword(tx, id, { hash, expiresAt })
      const to = { name: body.name ?? student.name, address: body.email }
      const letter = { to, accountId: id, role: 'student', password, expiresAt } as const
      const old = { name: student.name, address: student.email }
      await mail.queue(
        tx,
        [
          { kind: 'login-details', ...letter },
          { kind: 'email-changed', to: old, accountId: id, at },
        ],
        at,
      )
    }
    const detail = { fields: Object.keys(body) }
    const values = changedValues(student, body)
    await audit(tx, deps, { actor, action: 'student.updated', subject: id, detail, values }, at)
    return (await studentById(tx, id)) ?? student
  })
  mail.wake()
  return updated
}

/** What is worth knowing later; names and addresses are told by their field alone. */
function changedValues(
  before: StudentRecord,
  { fees, startDate, extraTimePercent }: Given['body'],
): Record<string, AuditValue | undefined> {
  const changed = (from: string | number | null, to: string | number | null | undefined) =>
    to === undefined || to === from ? undefined : { from, to }
  return {
    fees: changed(before.fees, fees),
    startDate: changed(before.start_date, startDate),
    extraTimePercent: changed(before.extra_time_percent, extraTimePercent),
  }
}
