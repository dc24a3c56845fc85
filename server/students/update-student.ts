import type { z } from 'zod'
import { getInstituteDay } from '#contract/institute-clock.ts'
import type { updateStudent as contract } from '#contract/students.ts'
import { oneTimePasswordLifetimeMs } from '#core/accounts/password.ts'
import type { Permission } from '#core/accounts/permissions.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { correctRegistration } from '#core/students/correct-registration.ts'
import { canChangeField } from '#core/students/student-fields.ts'
import { makeOneTimePassword } from '../accounts/one-time-password.ts'
import { setOneTimePassword } from '../accounts/password-queries.ts'
import { isEmailTaken, renameAccount } from '../accounts/queries.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { moveUnsentEmails } from '../platform/mailer/moved-emails.ts'
import {
  collectChangedValues,
  toNoteColumns,
  toRegistration,
  toRegistrationColumns,
} from './editable-columns.ts'
import { findStudent, lockStudent, type StudentRecord, saveStudent, toVersion } from './queries.ts'
import { findRollNumberOwner } from './roll-number-queries.ts'

type UpdateStudentInput = {
  readonly id: string
  readonly body: z.output<typeof contract.body>
  readonly actor: Actor
  readonly permissions: readonly Permission[]
}

/** Saves and records only what is another value than before; if nothing is, nothing is written. */
export async function updateStudent(
  deps: Deps,
  { id, body: { basedOn, ...edit }, actor, permissions }: UpdateStudentInput,
): Promise<
  | StudentRecord
  | Refusal<
      | 'student-not-found'
      | 'student-changed'
      | 'email-taken'
      | 'roll-number-taken'
      | 'invalid-input'
      | 'wrong-role'
    >
> {
  const { db, now, mail } = deps
  const forbidden = (Object.keys(edit) as (keyof typeof edit)[]).filter(
    (field) => !canChangeField(field, permissions),
  )
  if (forbidden.length > 0) {
    const notYours = forbidden.map((field) => [field, 'Your role does not change this.'])
    return refuse('wrong-role', Object.fromEntries(notYours))
  }
  const login = makeOneTimePassword(deps)
  const updated = await db.write(async (tx) => {
    await lockStudent(tx, id)
    const student = await findStudent(tx, id)
    if (!student) return refuse('student-not-found')
    const at = now()
    const { changes, errors } = correctRegistration(
      toRegistration(student),
      edit,
      getInstituteDay(at),
    )
    if (Object.keys(errors).length > 0) return refuse('invalid-input', errors)
    if (basedOn !== undefined && basedOn !== toVersion(student)) return refuse('student-changed')
    const { email } = changes
    if (email && (await isEmailTaken(tx, email, id))) {
      return refuse('email-taken', { email: 'An account with this email already exists.' })
    }

    const edited = { ...student, ...toNoteColumns(edit), ...toRegistrationColumns(changes) }
    const owner = await findRollNumberOwner(tx, edited)
    if (owner) {
      const message = `${owner.name} has this roll number (${owner.email}).`
      return refuse('roll-number-taken', { rollNumber: message })
    }
    const values = collectChangedValues(student, edited)
    const fields = Object.keys(values)
    if (fields.length === 0) return student
    const saved = await saveStudent(tx, edited)
    if (saved.name !== student.name || saved.email !== student.email) {
      await renameAccount(tx, id, { name: saved.name, email: saved.email })
    }
    if (saved.email !== student.email) {
      await sendNewLogin(tx, deps, { before: student, after: saved, login, at })
    }
    const event = { actor, action: 'student.updated', subject: id, detail: { fields } } as const
    await audit(tx, deps, { ...event, values }, at)
    return saved
  })
  mail.wake()
  return updated
}

type NewLogin = {
  readonly before: StudentRecord
  readonly after: StudentRecord
  readonly login: ReturnType<typeof makeOneTimePassword>
  readonly at: number
}

/**
 * A new address gets new login details, and all else that has not arrived: only that the address was
 * changed is sent to the old one.
 */
async function sendNewLogin(tx: Db, { mail }: Deps, { before, after, login, at }: NewLogin) {
  const { id: accountId, name, email } = after
  const expiresAt = at + oneTimePasswordLifetimeMs
  await setOneTimePassword(tx, accountId, { hash: login.hash, expiresAt })
  const to = { name, address: email }
  const details = { to, accountId, role: 'student', password: login.password, expiresAt } as const
  const previousRecipient = { name: before.name, address: before.email }
  await moveUnsentEmails(tx, { accountId, from: before.email, to, at })
  await mail.queue(
    tx,
    [
      { kind: 'login-details', ...details },
      { kind: 'email-changed', to: previousRecipient, accountId, at },
    ],
    at,
  )
}
