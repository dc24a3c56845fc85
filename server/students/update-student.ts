import type { z } from 'zod'
import type { AuditValue } from '#contract/audit-log.ts'
import type { updateStudent as contract } from '#contract/students.ts'
import { oneTimePasswordLifetimeMs } from '#core/accounts/password.ts'
import type { Permission } from '#core/accounts/permissions.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { isPhone, phoneError } from '#core/students/registration.ts'
import { canChangeField } from '#core/students/student-fields.ts'
import { makeOneTimePassword } from '../accounts/one-time-password.ts'
import { isEmailTaken, renameAccount, setOneTimePassword } from '../accounts/queries.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { findStudent, type StudentRecord, updateStudentRow } from './queries.ts'

type UpdateStudentInput = {
  readonly id: string
  readonly body: z.output<typeof contract.body>
  readonly actor: Actor
  readonly permissions: readonly Permission[]
}

/** A new address gets new login details: the emails to the old one never arrived. */
export async function updateStudent(
  deps: Deps,
  { id, body, actor, permissions }: UpdateStudentInput,
): Promise<
  StudentRecord | Refusal<'student-not-found' | 'email-taken' | 'invalid-input' | 'wrong-role'>
> {
  const { db, now, mail } = deps
  const forbidden = (Object.keys(body) as (keyof typeof body)[]).filter(
    (field) => !canChangeField(field, permissions),
  )
  if (forbidden.length > 0) {
    const notYours = forbidden.map((field) => [field, 'Your role does not change this.'])
    return refuse('wrong-role', Object.fromEntries(notYours))
  }
  if (body.phone !== undefined && !isPhone(body.phone)) {
    return refuse('invalid-input', { phone: phoneError })
  }
  const { password, hash } = makeOneTimePassword(deps)
  const updated = await db.write(async (tx) => {
    const student = await findStudent(tx, id)
    if (!student) return refuse('student-not-found')
    if (body.email !== undefined && (await isEmailTaken(tx, body.email, id))) {
      return refuse('email-taken', { email: 'An account with this email already exists.' })
    }

    const at = now()
    const { startDate, extraTimePercent, assistiveTools, ...same } = body
    await updateStudentRow(tx, id, {
      ...same,
      ...(startDate !== undefined && { start_date: startDate }),
      ...(extraTimePercent !== undefined && { extra_time_percent: extraTimePercent }),
      ...(assistiveTools !== undefined && { assistive_tools: assistiveTools ? 1 : 0 }),
    })
    await renameAccount(tx, id, { name: body.name, email: body.email })
    if (body.email !== undefined && body.email !== student.email) {
      const expiresAt = at + oneTimePasswordLifetimeMs
      await setOneTimePassword(tx, id, { hash, expiresAt })
      const to = { name: body.name ?? student.name, address: body.email }
      const notification = { to, accountId: id, role: 'student', password, expiresAt } as const
      const previousRecipient = { name: student.name, address: student.email }
      await mail.queue(
        tx,
        [
          { kind: 'login-details', ...notification },
          { kind: 'email-changed', to: previousRecipient, accountId: id, at },
        ],
        at,
      )
    }
    const detail = { fields: Object.keys(body) }
    const values = collectChangedValues(student, body)
    await audit(tx, deps, { actor, action: 'student.updated', subject: id, detail, values }, at)
    return (await findStudent(tx, id)) ?? student
  })
  mail.wake()
  return updated
}

/** The audited changes; of names and addresses only the field is named. */
function collectChangedValues(
  before: StudentRecord,
  { fees, startDate, extraTimePercent, assistiveTools }: UpdateStudentInput['body'],
): Record<string, AuditValue | undefined> {
  const toChange = <Value extends string | number | boolean>(
    from: Value | null,
    to: Value | null | undefined,
  ) => (to === undefined || to === from ? undefined : { from, to })
  return {
    fees: toChange(before.fees, fees),
    startDate: toChange(before.start_date, startDate),
    extraTimePercent: toChange(before.extra_time_percent, extraTimePercent),
    assistiveTools: toChange(before.assistive_tools === 1, assistiveTools),
  }
}
